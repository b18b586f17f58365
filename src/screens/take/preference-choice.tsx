import { useLingui } from '@lingui/react/macro'
import type { PreferenceQuestion } from '#contract/rest/preference.ts'
import { Checkbox } from '#src/ui/form/checkbox.tsx'

export interface PreferenceChoiceProps {
  law: NonNullable<PreferenceQuestion>
  checked: boolean
  onChange: (prefers: boolean) => void
}

/**
 * One quiet question, and a yes is all of the answer: which of the law's groups somebody is of is not asked.
 * @see rule PRIO-01
 */
export function PreferenceChoice({ law, checked, onChange }: PreferenceChoiceProps) {
  const { t } = useLingui()
  const whom = {
    'cl-21768': t`La ley da preferencia a personas con discapacidad y a quienes las cuidan. En el módulo pueden pedirte la credencial.`,
    'br-14626': t`La ley da preferencia a personas mayores de 60 años, con discapacidad, autistas, con movilidad reducida u obesas, a embarazadas, lactantes y personas con niños en brazos. En el módulo pueden pedirte un documento.`,
    own: t`Para quien necesita que lo atiendan antes. En el módulo pueden pedirte un documento.`,
  }
  return (
    <Checkbox
      label={t`Tengo derecho a atención preferente`}
      hint={`${whom[law]} ${t`No preguntamos el motivo, y lo olvidamos al terminar el día.`}`}
      checked={checked}
      onChange={onChange}
    />
  )
}
