import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { useTyped } from './typed-layer.tsx'

const OTHER = 'other'

/** Why something is done: a prepared reason, the first unless another is chosen, or their own words. */
export function useReason(prepared: readonly string[]) {
  const [chosen, choose] = useState('0')
  const [written, write] = useState('')
  const [isMissing, setMissing] = useState(false)
  const reason = (chosen === OTHER ? written : (prepared[Number(chosen)] ?? '')).trim()
  return {
    prepared,
    chosen,
    choose,
    written,
    write,
    isMissing,
    /** @returns null while their own words are still to be written, which their field says from then on */
    say(): string | null {
      setMissing(reason === '')
      return reason === '' ? null : reason
    },
  }
}

interface ReasonChoiceProps {
  legend: ReactNode
  /** In characters, of their own words. */
  maxLength: number
  reasoning: ReturnType<typeof useReason>
}

export function ReasonChoice({ legend, maxLength, reasoning }: ReasonChoiceProps) {
  const { prepared, chosen, choose, written, write, isMissing } = reasoning
  useTyped(chosen === OTHER && written !== '', () => write(''))
  return (
    <>
      <RadioGroup
        legend={legend}
        options={[
          ...prepared.map((label, at) => ({ value: String(at), label })),
          { value: OTHER, label: <Trans>Otra razón</Trans> },
        ]}
        value={chosen}
        onChange={choose}
      />
      {chosen === OTHER && (
        <TextField
          label={<Trans>Cuál</Trans>}
          hint={<Trans>Sin nombres ni documentos: queda guardada.</Trans>}
          error={isMissing && <Trans>Escribe la razón</Trans>}
          maxLength={maxLength}
          value={written}
          onChange={event => write(event.target.value)}
        />
      )}
    </>
  )
}
