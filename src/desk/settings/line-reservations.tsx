import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { MODALITIES } from '#contract/rest/reservations.ts'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { FieldError } from '#src/ui/form/field-frame.tsx'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { choiceTexts } from './choice-texts.ts'
import { DayList } from './day-list.tsx'
import type { EditedReservations } from './edited-office.ts'
import { faultText } from './fault-text.ts'
import { CheckAt, NumberAt } from './fields.tsx'
import { fieldTexts } from './field-text.ts'
import { isWithin } from './place.ts'
import styles from './settings.module.css'
import { useDraft, useOptionalSetting, useSetting, useSettings } from './use-settings.ts'
import { WeekEditor } from './week-editor.tsx'

type Hours = NonNullable<EditedReservations['hours']>

/** Which times of a line may be booked. */
export function LineReservations({ nth }: { nth: number }) {
  const { t, i18n } = useLingui()
  const { hours, lines, options } = useDraft()
  const line = lines[nth]
  const at = `lines[${nth}].reservations`
  const own = useOptionalSetting<Hours>(`${at}.hours`, hours)
  const isFaulty = useSettings(({ faults }) => faults.some(fault => isWithin(fault.at, at)))
  // What is kept for later can be wrong too, and stays in sight while it is mended.
  const [wasFaulty, setWasFaulty] = useState(isFaulty)
  if (isFaulty && !wasFaulty) setWasFaulty(true)
  if (!line) return null
  if (!line.takes_reservations && !wasFaulty) return <CheckAt at={`lines[${nth}].takes_reservations`} />
  return (
    <>
      <CheckAt at={`lines[${nth}].takes_reservations`} />
      <Section title={<Trans>Bloques</Trans>}>
        <div className={styles.pair}>
          <NumberAt at={`${at}.minutes`} />
          <NumberAt at={`${at}.slots`} />
        </div>
        <NumberAt at={`${at}.days_ahead`} hint={<Trans>0 es solo hoy.</Trans>} />
        {!options.web_only && !line.virtual && <Modalities at={`${at}.modalities`} />}
        <Confirming at={`${at}.confirm_minutes`} />
      </Section>
      <Section title={<Trans>Cuándo</Trans>}>
        <RadioGroup
          legend={<Trans>Cuándo</Trans>}
          legendHidden
          options={[
            { value: 'office', label: t`Cuando la oficina está abierta` },
            { value: 'own', label: t`En otro horario` },
          ]}
          value={own.value ? 'own' : 'office'}
          onChange={choice => own.turn(choice === 'own')}
        />
        {own.value ? (
          <WeekEditor at={`${at}.hours`} />
        ) : (
          <FieldError id={own.id} error={own.fault && faultText(own.fault, i18n)} />
        )}
      </Section>
      <Section title={i18n._(fieldTexts.unavailable_days)}>
        <DayList
          at={`${at}.unavailable_days`}
          label={t`Días sin reservas`}
          addLabel={<Trans>Agregar un día sin reservas</Trans>}
          empty={<Trans>Ninguno, además de los días cerrados.</Trans>}
        />
      </Section>
    </>
  )
}

function Modalities({ at }: { at: string }) {
  const { i18n } = useLingui()
  const { id, value, fault, set } = useSetting<EditedReservations['modalities']>(at)
  // Nothing said is in person.
  const chosen: EditedReservations['modalities'] = value.length === 0 ? ['in-person'] : value
  return (
    <fieldset>
      <legend className={styles.legend}>{i18n._(fieldTexts.modalities)}</legend>
      {MODALITIES.map((modality, nth) => (
        <Checkbox
          key={modality}
          {...(nth === 0 && { id })}
          label={i18n._(choiceTexts.modalities[modality].label)}
          checked={chosen.includes(modality)}
          onChange={isWanted => {
            const next = MODALITIES.filter(one => (one === modality ? isWanted : chosen.includes(one)))
            if (next.length > 0) set(next)
          }}
        />
      ))}
      <FieldError id={`${id}-error`} error={fault && faultText(fault, i18n)} />
    </fieldset>
  )
}

/** An hour, where somebody begins to want to confirm. */
const USUAL_CONFIRM_MINUTES = 60

function Confirming({ at }: { at: string }) {
  const { value, set } = useSetting<number | null>(at)
  return (
    <div>
      <Checkbox
        label={<Trans>La oficina confirma cada reserva</Trans>}
        checked={value !== null}
        onChange={isWanted => set(isWanted ? USUAL_CONFIRM_MINUTES : null)}
      />
      {value !== null && (
        <NumberAt at={at} hint={<Trans>Después de eso, la hora queda libre otra vez.</Trans>} />
      )}
    </div>
  )
}
