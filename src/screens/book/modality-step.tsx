import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Modality } from '#contract/rest/reservations.ts'
import { WizardFrame, type WizardPlace } from '#src/screens/times/wizard-frame.tsx'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Button } from '#src/ui/press/button.tsx'
import styles from './book.module.css'

export interface ModalityStepProps {
  place: WizardPlace
  address: string
  value: Modality | null
  onChange: (modality: Modality) => void
  onNext: () => void
}

/** In the office or by video: the first question, where a line gives the choice. */
export function ModalityStep({ place, address, value, onChange, onNext }: ModalityStepProps) {
  const { t } = useLingui()
  const [isMissing, setMissing] = useState(false)
  return (
    <WizardFrame
      place={place}
      title={<Trans>¿Cómo quieres que te atiendan?</Trans>}
      foot={
        <Button wide size="tall" onClick={() => (value === null ? setMissing(true) : onNext())}>
          <Trans>Sigue</Trans>
        </Button>
      }
    >
      <div className={styles.panel}>
        <RadioGroup
          legend={t`¿Cómo quieres que te atiendan?`}
          legendHidden
          value={value ?? undefined}
          onChange={onChange}
          error={isMissing && value === null ? t`Elige una de las dos` : undefined}
          options={[
            { value: 'in-person', label: t`En la oficina`, hint: address },
            {
              value: 'video',
              label: t`Por video`,
              hint: t`Desde tu teléfono o computador, sin ir a la oficina`,
            },
          ]}
        />
      </div>
    </WizardFrame>
  )
}
