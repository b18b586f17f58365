import { useQueryClient } from '@tanstack/react-query'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { timeBlocksQuery } from '#src/queries/reservation-queries.ts'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { PlanningLoader } from '#src/screens/shared/planning-loader.tsx'
import { calendarDayText } from '#src/texts/calendar-day-text.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Calendar } from '#src/ui/calendar/calendar.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { FirstHour } from './first-hour.tsx'
import type { LineOffer } from './line-offer.ts'
import type { Block } from './time-step.tsx'
import { useBookableDays } from './use-bookable-days.ts'
import { WizardFrame, type WizardPlace } from './wizard-frame.tsx'

export interface DateStepProps {
  place: WizardPlace
  offer: LineOffer
  /** YYYY-MM-DD, on the office's calendar. */
  value: string | null
  onChange: (day: string) => void
  onNext: () => void
  /** The first free hour was chosen instead, and its day with it. */
  onFirst: (day: string, block: Block) => void
}

/** The day. Those on which nothing can be booked cannot be chosen (RES-02). */
export function DateStep({ place, offer, value, onChange, onNext, onFirst }: DateStepProps) {
  const { i18n } = useCatalog()
  const { t } = useLingui()
  const language = useLanguage()
  const client = useQueryClient()
  const { query: days, today, isFree, free } = useBookableDays(offer)
  const [isMissing, setMissing] = useState(false)
  const chosen = value !== null && isFree(value) ? value : null
  const nothing = free?.length === 0

  function choose(day: string) {
    onChange(day)
    // So that its hours are there when they are asked for.
    void client.prefetchQuery(timeBlocksQuery(offer.officeSlug, offer.line, day))
  }
  return (
    <WizardFrame
      place={place}
      title={<Trans>¿Qué día?</Trans>}
      foot={
        free &&
        !nothing && (
          <Button wide size="tall" onClick={() => (chosen === null ? setMissing(true) : onNext())}>
            {chosen === null ? (
              <Trans>Sigue</Trans>
            ) : (
              <Trans>Sigue con el {calendarDayText(chosen, language)}</Trans>
            )}
          </Button>
        )
      }
    >
      {days.isPending && <PlanningLoader />}
      {days.error && !days.data && (
        <FailedLoad
          words={i18n._(errorText('blocks-failed'))}
          error={days.error}
          onRetry={() => void days.refetch()}
        />
      )}
      {nothing && (
        <EmptyState
          icon="calendar"
          title={<Trans>No quedan horas en esta fila</Trans>}
          action={
            <ButtonRow>
              <Button look="soft" href={`/offices/${offer.officeSlug}`}>
                <Trans>Ver las filas de la oficina</Trans>
              </Button>
              <Button look="plain" icon="search" href="/search">
                <Trans>Busca una oficina</Trans>
              </Button>
            </ButtonRow>
          }
        >
          <Trans>Todos los días que se pueden reservar están tomados.</Trans>
        </EmptyState>
      )}
      {free && !nothing && (
        <>
          <FirstHour offer={offer} days={free} onTake={onFirst} />
          <Calendar
            label={t`Día de la reserva`}
            value={chosen}
            onChange={choose}
            first={today}
            last={offer.lastDay}
            today={today}
            isFree={isFree}
            language={language}
            words={{
              previous: t`Mes anterior`,
              next: t`Mes siguiente`,
              today: t`hoy`,
              taken: t`no disponible`,
            }}
          />
          {isMissing && chosen === null && (
            <Note tone="loss" role="alert">
              <Trans>Elige un día para seguir</Trans>
            </Note>
          )}
        </>
      )}
    </WizardFrame>
  )
}
