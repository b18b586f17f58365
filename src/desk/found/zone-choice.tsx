import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { SelectField } from '#src/ui/form/select-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import styles from './found.module.css'

export interface ZoneChoiceProps {
  zone: string
  onChange: (zone: string) => void
}

const spaced = (name: string) => name.replaceAll('_', ' ')

/** By which clock it opens: this browser’s, as a rule; what time it is there says whether that is right. */
export function ZoneChoice({ zone, onChange }: ZoneChoiceProps) {
  const language = useLanguage()
  const [isChanging, setChanging] = useState(false)
  const [now] = useState(() => new Date())
  const field = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (isChanging) field.current?.focus()
  }, [isChanging])
  if (isChanging) {
    const zones = Intl.supportedValuesOf('timeZone')
    return (
      <SelectField
        ref={field}
        label={<Trans>Hora de</Trans>}
        // A browser's own zone need not be among those that it lists.
        options={[...(zones.includes(zone) ? [] : [zone]), ...zones].map(name => ({
          value: name,
          label: spaced(name),
        }))}
        value={zone}
        onChange={event => onChange(event.target.value)}
      />
    )
  }
  const city = spaced(zone.split('/').at(-1) ?? zone)
  const time = timeText(now, language, zone)
  return (
    <div className={styles.zone}>
      <p>
        <Trans>
          Con la hora de <strong>{city}</strong> (ahora, {time}).
        </Trans>
      </p>
      <Button look="plain" size="tight" onClick={() => setChanging(true)}>
        <Trans>Cambiar la hora</Trans>
      </Button>
    </div>
  )
}
