import { Trans } from '@lingui/react/macro'
import { TextField } from '#src/ui/form/text-field.tsx'
import styles from './found.module.css'
import type { QuestionProps } from './question.ts'

export function AddressQuestion({ said, faultOf, onChange }: QuestionProps) {
  return (
    <>
      <TextField
        label={<Trans>Dirección</Trans>}
        autoComplete="street-address"
        value={said.address}
        error={faultOf('address')}
        onChange={event => onChange({ address: event.target.value })}
      />
      <div className={styles.pair}>
        <TextField
          label={<Trans>Comuna</Trans>}
          autoComplete="address-level2"
          value={said.district}
          error={faultOf('district')}
          onChange={event => onChange({ district: event.target.value })}
        />
        <TextField
          label={<Trans>Región</Trans>}
          autoComplete="address-level1"
          value={said.region}
          error={faultOf('region')}
          onChange={event => onChange({ region: event.target.value })}
        />
      </div>
    </>
  )
}
