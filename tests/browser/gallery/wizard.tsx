import { useState } from 'react'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Steps } from '#src/ui/state/steps.tsx'

const hours = (list: string, taken = '') =>
  list.split(' ').map(value => ({ value, label: value, disabled: value === taken }))

export function Wizard() {
  const [hour, setHour] = useState('9:30')
  return (
    <>
      <ScreenHeader
        kicker="Notaría Norte · martes 24 de noviembre"
        title="¿A qué hora?"
        back={{ label: 'Volver', href: '/?screen=office' }}
        between={<Steps current={3} total={5} label="Paso 3 de 5: la hora" />}
      />
      <ScreenBody>
        <Section title="Mañana" aside="5 horas libres">
          <RadioGroup
            legend="Mañana"
            legendHidden
            look="grid"
            options={hours('9:00 9:30 10:00 10:30 11:00 11:30', '9:00')}
            value={hour}
            onChange={setHour}
          />
        </Section>
        <Section title="Tarde" aside="3 horas libres">
          <RadioGroup
            legend="Tarde"
            legendHidden
            look="grid"
            options={hours('15:00 15:30 16:00')}
            value={hour}
            onChange={setHour}
          />
        </Section>
        <Section title="Noche" aside="sin horas">
          <Note icon="clock">Hora de Santiago. Tu teléfono está en otra zona.</Note>
        </Section>
        <Button wide>Sigue con las {hour}</Button>
      </ScreenBody>
    </>
  )
}
