import { Trans, useLingui } from '@lingui/react/macro'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import type { EditedQuestion } from './edited-office.ts'
import { FormPart } from './form-part.tsx'
import { useOptionalSetting } from './use-settings.ts'

const NONE: readonly EditedQuestion[] = []

/** What is asked before a time is booked: the usual, or questions of its own. */
export function LineForm({ nth }: { nth: number }) {
  const { t } = useLingui()
  const at = `lines[${nth}].reservations.form`
  const { value, turn } = useOptionalSetting<readonly EditedQuestion[]>(at, NONE)
  return (
    <>
      <RadioGroup
        legend={<Trans>Qué se pregunta</Trans>}
        options={[
          { value: 'usual', label: t`Nombre, teléfono y correo` },
          { value: 'own', label: t`Otras preguntas, o ninguna` },
        ]}
        value={value ? 'own' : 'usual'}
        onChange={choice => turn(choice === 'own')}
      />
      {value && <FormPart at={at} />}
    </>
  )
}
