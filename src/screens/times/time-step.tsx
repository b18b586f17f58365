import { useQuery } from '@tanstack/react-query'
import { useLingui as useCatalog } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { TimeBlock } from '#contract/rest/reservations.ts'
import { type DayPart, groupBlocks } from '#src/domain/group-blocks.ts'
import { timeBlocksQuery } from '#src/queries/reservation-queries.ts'
import { useNow } from '#src/queries/use-now.ts'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { PlanningLoader } from '#src/screens/shared/planning-loader.tsx'
import { useOfficeChannel } from '#src/screens/shared/use-office-channel.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { BlockWords } from './block-words.tsx'
import type { LineOffer } from './line-offer.ts'
import { RefusalText } from './refusal-text.tsx'
import { WizardFrame, type WizardPlace } from './wizard-frame.tsx'
import { ZoneNote } from './zone-note.tsx'

export type Block = Pick<TimeBlock, 'from' | 'to'>

export interface TimeStepProps {
  place: WizardPlace
  offer: LineOffer
  day: string
  value: Block | null
  onChange: (block: Block) => void
  onNext: () => void
  /** Where another day is chosen. */
  otherDay: string
  /** Why one is back here, said until another hour is chosen. */
  refusal?: ReactNode
}

/** The hour, by morning, afternoon and night, with what is free, as it changes. */
export function TimeStep(props: TimeStepProps) {
  const { place, offer, day, value, onChange, onNext, otherDay, refusal } = props
  const { i18n } = useCatalog()
  const { t } = useLingui()
  const language = useLanguage()
  const now = useNow()
  useOfficeChannel(offer.officeSlug)
  const blocks = useQuery(timeBlocksQuery(offer.officeSlug, offer.line, day))
  const [isMissing, setMissing] = useState(false)
  const names: Record<DayPart, string> = { morning: t`Mañana`, afternoon: t`Tarde`, night: t`Noche` }
  const groups = groupBlocks(blocks.data ?? [], offer.timeZone, now)
  const coming = groups.flatMap(group => group.blocks)
  const chosen = coming.find(({ from, availables }) => availables > 0 && from === value?.from)
  const isLost = blocks.data !== undefined && value !== null && !chosen
  const time = (from: string) => timeText(new Date(from), language, offer.timeZone)
  const isFull = blocks.data && coming.every(({ availables }) => availables === 0)

  return (
    <WizardFrame
      place={place}
      title={<Trans>¿A qué hora?</Trans>}
      foot={
        blocks.data &&
        !isFull && (
          <Button wide size="tall" onClick={() => (chosen ? onNext() : setMissing(true))}>
            {chosen ? <Trans>Sigue con las {time(chosen.from)}</Trans> : <Trans>Sigue</Trans>}
          </Button>
        )
      }
    >
      {blocks.isPending && <PlanningLoader />}
      {blocks.error && !blocks.data && (
        <FailedLoad
          words={i18n._(errorText('blocks-failed'))}
          error={blocks.error}
          onRetry={() => void blocks.refetch()}
        />
      )}
      <div role="alert">
        {refusal ? (
          <Note tone="loss">{refusal}</Note>
        ) : isLost ? (
          <Note tone="almost" icon="clock">
            {Date.parse(value.from) <= now ? (
              <RefusalText code="reserve-in-the-past" />
            ) : (
              <Trans>La hora de las {time(value.from)} acaba de ser tomada. Elige otra.</Trans>
            )}
          </Note>
        ) : (
          isMissing &&
          !chosen && (
            <Note tone="loss">
              <Trans>Elige una hora para seguir</Trans>
            </Note>
          )
        )}
      </div>
      {groups.map(group => {
        const free = group.blocks.filter(({ availables }) => availables > 0).length
        return (
          <Section
            key={group.part}
            title={names[group.part]}
            aside={<Plural value={free} _0="sin horas" one="# hora libre" other="# horas libres" />}
          >
            <RadioGroup
              legend={names[group.part]}
              legendHidden
              look="grid"
              value={chosen?.from}
              onChange={from => {
                const block = group.blocks.find(candidate => candidate.from === from)
                if (block) onChange({ from, to: block.to })
              }}
              options={group.blocks.map(({ from, availables }) => ({
                value: from,
                label: <BlockWords time={time(from)} availables={availables} />,
                disabled: availables === 0,
              }))}
            />
          </Section>
        )
      })}
      {isFull && (
        <EmptyState
          icon="clock"
          title={<Trans>No quedan horas ese día</Trans>}
          action={
            <Button look="soft" icon="calendar" href={otherDay}>
              <Trans>Elige otro día</Trans>
            </Button>
          }
        />
      )}
      <ZoneNote
        timeZone={offer.timeZone}
        at={chosen?.from ?? coming[0]?.from}
        isChosen={chosen !== undefined}
      />
    </WizardFrame>
  )
}
