import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Button } from '#src/ui/press/button.tsx'

const CHOICES = ['1', '3', '5', '10'] as const
type Choice = (typeof CHOICES)[number]

export interface LetPassSheetProps {
  open: boolean
  busy: boolean
  /** How often this number may still let others pass. */
  passesLeft: number
  onClose: () => void
  onPass: (places: number) => void
}

/** Stepping away without losing the place: the number stays, the order changes. */
export function LetPassSheet({ open, busy, passesLeft, onClose, onPass }: LetPassSheetProps) {
  const { t } = useLingui()
  const [places, setPlaces] = useState<Choice>('3')
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Deja pasar a otras personas`}
      closeLabel={t`Cerrar`}
      foot={
        <Button wide busy={busy} onClick={() => onPass(Number(places))}>
          <Plural value={Number(places)} one="Deja pasar a # persona" other="Deja pasar a # personas" />
        </Button>
      }
    >
      <p>
        <Trans>Conservas tu número y te llamamos después de ellas. No se puede deshacer.</Trans>{' '}
        <Plural value={passesLeft} one="Puedes hacerlo # vez más." other="Puedes hacerlo # veces más." />
      </p>
      <RadioGroup
        legend={t`¿A cuántas?`}
        look="segments"
        value={places}
        onChange={setPlaces}
        options={CHOICES.map(value => ({ value, label: value }))}
      />
    </Sheet>
  )
}
