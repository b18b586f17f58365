import { Trans, useLingui } from '@lingui/react/macro'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { useToday } from '../use-today.ts'
import type { EditedOffice } from './edited-office.ts'
import { TextAt } from './fields.tsx'
import styles from './settings.module.css'
import { useDraft, useOptionalSetting } from './use-settings.ts'

type Policy = NonNullable<EditedOffice['policy']>

/** What «Acepto la política» accepts here. */
export function PolicyPart() {
  const { t } = useLingui()
  const { time_zone } = useDraft()
  const today = useToday(time_zone)
  const fresh: Policy = { version: today, es: '', en: '', pt: '' }
  const { value, turn } = useOptionalSetting('policy', fresh)
  return (
    <>
      <RadioGroup
        legend={<Trans>¿Qué acepta la gente con «Acepto la política»?</Trans>}
        options={[
          { value: 'all', label: t`La política de todas las oficinas` },
          { value: 'own', label: t`Una de esta oficina` },
        ]}
        value={value ? 'own' : 'all'}
        onChange={choice => turn(choice === 'own')}
      />
      {value && (
        <>
          <TextAt
            at="policy.version"
            hint={
              <Trans>
                Lo que alguien aceptó no cambia: con otro texto, ponle otra versión, y se pide aceptarla de
                nuevo.
              </Trans>
            }
          />
          <p className={styles.soft}>
            <Trans>Una línea en blanco empieza otro párrafo.</Trans>
          </p>
          <TextAt long at="policy.es" />
          <TextAt long at="policy.en" />
          <TextAt long at="policy.pt" />
        </>
      )}
    </>
  )
}
