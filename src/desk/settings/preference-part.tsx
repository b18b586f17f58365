import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { FieldError } from '#src/ui/form/field-frame.tsx'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { choiceTexts } from './choice-texts.ts'
import type { EditedPreference } from './edited-office.ts'
import { faultText } from './fault-text.ts'
import { CheckAt, NumberAt } from './fields.tsx'
import styles from './settings.module.css'
import { useDraft, useOptionalSetting, useSetting } from './use-settings.ts'

type Whose = 'nobody' | 'cl-21768' | 'br-14626' | 'own'
type RuleKind = 'next' | 'one_in' | 'modulos'

const USUAL_ONE_IN = 3
const USUAL: EditedPreference = { law: null, before_reservations: true, rule: 'next' }
const kindOf = (rule: EditedPreference['rule']): RuleKind =>
  rule === 'next' ? 'next' : 'one_in' in rule ? 'one_in' : 'modulos'

/** Whom the law lets go first, and how. */
export function PreferencePart() {
  const { t, i18n } = useLingui()
  const { value, fault, set, last, turn } = useOptionalSetting<EditedPreference>('preference', USUAL)
  const { modulos } = useDraft()
  const whose: Whose = value ? (value.law ?? 'own') : 'nobody'
  const choose = (next: Whose) => {
    if (next === 'nobody') return turn(false)
    const law = next === 'own' ? null : next
    set({ ...last, law })
  }
  const kind = value && kindOf(value.rule)
  const rules: Record<RuleKind, EditedPreference['rule']> = {
    next: 'next',
    one_in: { one_in: USUAL_ONE_IN },
    modulos: { modulos: modulos.slice(-1) },
  }
  return (
    <>
      <RadioGroup
        legend={<Trans>¿A quién se deja pasar primero?</Trans>}
        options={[
          { value: 'nobody', label: t`A nadie se le pregunta` },
          {
            value: 'cl-21768',
            label: i18n._(choiceTexts.law['cl-21768'].label),
            hint: t`Pide una atención preferente y oportuna; cómo, lo dice la oficina.`,
          },
          {
            value: 'br-14626',
            label: i18n._(choiceTexts.law['br-14626'].label),
            hint: t`En módulos propios, o antes que todos.`,
          },
          { value: 'own', label: t`Por costumbre de la oficina` },
        ]}
        value={whose}
        onChange={choose}
      />
      {value && kind && (
        <>
          <RadioGroup
            id="at-preference.rule"
            legend={<Trans>¿Cuándo pasan?</Trans>}
            error={fault?.at === 'preference.rule' && faultText(fault, i18n)}
            options={[
              { value: 'next', label: i18n._(choiceTexts.rule.next.label) },
              {
                value: 'one_in',
                label: t`Uno de cada tantos, en cada fila`,
                disabled: value.law === 'br-14626',
              },
              {
                value: 'modulos',
                label: t`En módulos propios`,
                hint: t`Mientras ninguno está abierto, antes que todos.`,
                disabled: modulos.length === 0,
              },
            ]}
            value={kind}
            onChange={next => set({ ...value, rule: rules[next] })}
          />
          {kind === 'one_in' && <NumberAt at="preference.rule.one_in" />}
          {kind === 'modulos' && <PreferredModulos />}
          {value.law !== 'br-14626' && <CheckAt at="preference.before_reservations" />}
        </>
      )}
    </>
  )
}

function PreferredModulos() {
  const { i18n } = useLingui()
  const { modulos } = useDraft()
  const at = 'preference.rule.modulos'
  const { id, value, fault, set } = useSetting<readonly string[]>(at)
  // One that is gone stays in sight, so that it can be taken away.
  const all = [...new Set([...modulos, ...value])]
  return (
    <fieldset>
      <legend className={styles.legend}>
        <Trans>¿En cuáles?</Trans>
      </legend>
      {all.map((modulo, nth) => (
        <Checkbox
          key={modulo}
          {...(nth === 0 && { id })}
          label={modulo}
          checked={value.includes(modulo)}
          onChange={isWanted => set(all.filter(one => (one === modulo ? isWanted : value.includes(one))))}
        />
      ))}
      <FieldError id={`${id}-error`} error={fault && faultText(fault, i18n)} />
    </fieldset>
  )
}
