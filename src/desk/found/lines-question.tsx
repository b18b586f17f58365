import { Trans, useLingui } from '@lingui/react/macro'
import { TextField } from '#src/ui/form/text-field.tsx'
import type { QuestionProps } from './question.ts'

export function LinesQuestion({ said, faultOf, onChange }: QuestionProps) {
  const { t } = useLingui()
  const [first, second] = said.lines
  return (
    <>
      <TextField
        label={<Trans>Primera fila, con números A001, A002…</Trans>}
        value={first}
        error={faultOf('lines')}
        onChange={event => onChange({ lines: [event.target.value, second] })}
      />
      <TextField
        label={<Trans>Segunda fila, con números B001, B002…</Trans>}
        optional={t`(Opcional)`}
        value={second}
        onChange={event => onChange({ lines: [first, event.target.value] })}
      />
      <p>
        <Trans>Empieza con tres módulos, del 1 al 3.</Trans>
      </p>
    </>
  )
}
