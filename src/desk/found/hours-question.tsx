import { Trans } from '@lingui/react/macro'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import type { QuestionProps } from './question.ts'
import { ZoneChoice } from './zone-choice.tsx'

export function HoursQuestion({ said, faultOf, onChange }: QuestionProps) {
  return (
    <>
      <p>
        <Trans>De lunes a viernes. Los feriados y las pausas se agregan después.</Trans>
      </p>
      <ButtonRow>
        <TextField
          type="time"
          label={<Trans>Abre</Trans>}
          value={said.from}
          onChange={event => onChange({ from: event.target.value })}
        />
        <TextField
          type="time"
          label={<Trans>Cierra</Trans>}
          value={said.to}
          error={faultOf('to')}
          onChange={event => onChange({ to: event.target.value })}
        />
      </ButtonRow>
      <Checkbox
        label={<Trans>También el sábado</Trans>}
        checked={said.saturday}
        onChange={saturday => onChange({ saturday })}
      />
      <ZoneChoice zone={said.time_zone} onChange={time_zone => onChange({ time_zone })} />
    </>
  )
}
