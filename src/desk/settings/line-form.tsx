import { Trans, useLingui } from '@lingui/react/macro'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import type { EditedQuestion } from './edited-office.ts'
import { FormPart } from './form-part.tsx'
import { useSetting } from './use-settings.ts'

/** What is asked before a time is booked: the usual, or questions of its own. */
export function LineForm({ nth }: { nth: number }) {
  const { t } = useLingui()
  const at = `lines[${nth}].reservations.form`
  const { value, set } = useSetting<readonly EditedQuestion[] | null>(at)
  return (
    <>
      <RadioGroup
        legend={<Trans>Qué se pregunta</Trans>}
        options={[
          { value: 'usual', label: t`Nombre, teléfono y correo` },
          { value: 'own', label: t`Otras preguntas, o ninguna` },
        ]}
        value={value ? 'own' : 'usual'}
        onChange={choice => set(choice === 'own' ? [] : null)}
      />
      {value && <FormPart at={at} />}
    </>
  )
}
