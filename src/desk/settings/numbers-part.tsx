import { Trans, useLingui } from '@lingui/react/macro'
import { USUAL_WARNINGS } from '#contract/rest/desk-day.ts'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { choiceTexts } from './choice-texts.ts'
import type { EditedOffice } from './edited-office.ts'
import { CheckAt, ChoiceAt, NumberAt, SelectAt, TextAt } from './fields.tsx'
import styles from './settings.module.css'
import { useSetting } from './use-settings.ts'

/** How many numbers people get, how they are called, and when it is too much. */
export function NumbersPart() {
  const { t, i18n } = useLingui()
  const { set } = useSetting<string | null>('reservations.one_per')
  return (
    <>
      <Section title={<Trans>Llamados</Trans>}>
        <div className={styles.pair}>
          <NumberAt at="calls.repeats" hint={<Trans>Cada 40 segundos. 0 es una sola vez.</Trans>} />
          <NumberAt
            at="calls.grace_minutes"
            hint={<Trans>Quien llega tarde vuelve al principio; después, al final.</Trans>}
          />
        </div>
      </Section>
      <Section title={<Trans>Límites</Trans>}>
        <NumberAt at="limits.rut_tickets" hint={<Trans>En toda la oficina. 0 es sin límite.</Trans>} />
        <SelectAt
          at="reservations.one_per"
          none={t`Las que quiera`}
          options={Object.entries(choiceTexts.one_per).map(([value, { label }]) => ({
            value,
            label: i18n._(label),
          }))}
          onSet={value => set(value === '' ? null : value)}
        />
        <ChoiceAt at="document" of="document" />
      </Section>
      <Section title={<Trans>La hora de cierre</Trans>}>
        <ChoiceAt at="closing" of="closing" />
        <CheckAt
          at="until_closing"
          hint={<Trans>Si por la espera que se anuncia no alcanzaría, no se da el número.</Trans>}
        />
      </Section>
      <Warnings />
      <Networks />
    </>
  )
}

function Warnings() {
  const { value, set } = useSetting<EditedOffice['warnings']>('warnings')
  return (
    <Section title={<Trans>Luz de aviso en el mesón</Trans>}>
      <Checkbox
        label={<Trans>Con otros límites que los de siempre</Trans>}
        hint={<Trans>De siempre: 15 y 30 personas, o 30 y 60 minutos del que más espera.</Trans>}
        checked={value !== null}
        onChange={isWanted => set(isWanted ? USUAL_WARNINGS : null)}
      />
      {value && (
        <>
          <div className={styles.pair}>
            <NumberAt at="warnings.waiting.amber" label={<Trans>Amarilla desde, en personas</Trans>} />
            <NumberAt at="warnings.waiting.red" label={<Trans>Roja desde, en personas</Trans>} />
          </div>
          <div className={styles.pair}>
            <NumberAt at="warnings.minutes.amber" label={<Trans>Amarilla desde, en minutos</Trans>} />
            <NumberAt at="warnings.minutes.red" label={<Trans>Roja desde, en minutos</Trans>} />
          </div>
        </>
      )}
    </Section>
  )
}

function Networks() {
  const { t } = useLingui()
  const { value, set } = useSetting<EditedOffice['networks']>('networks')
  return (
    <Section title={<Trans>El Wi-Fi de la oficina</Trans>}>
      <p className={styles.soft}>
        <Trans>
          De una misma dirección pueden esperar 40 números. Si la gente saca los suyos con el Wi-Fi de la
          oficina, anota su dirección y cuántos pueden esperar desde ahí.
        </Trans>
      </p>
      {value.map((network, nth) => (
        <div key={nth} className={styles.row}>
          <TextAt at={`networks[${nth}].address`} label={<Trans>Dirección o rango</Trans>} />
          <NumberAt at={`networks[${nth}].numbers`} label={<Trans>Números</Trans>} />
          <IconButton
            icon="close"
            label={t`Quitar: ${network.address}`}
            onClick={() => set(value.toSpliced(nth, 1))}
          />
        </div>
      ))}
      <Button look="soft" icon="plus" wide onClick={() => set([...value, { address: '', numbers: 200 }])}>
        <Trans>Agregar una dirección</Trans>
      </Button>
    </Section>
  )
}
