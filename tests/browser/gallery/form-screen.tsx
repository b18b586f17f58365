import { useState } from 'react'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { ErrorSummary } from '#src/ui/form/error-summary.tsx'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { SelectField } from '#src/ui/form/select-field.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Chip, ChipGroup } from '#src/ui/press/chip.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'

export function FormScreen() {
  const [kind, setKind] = useState<'rut' | 'dni'>('rut')
  const [travel, setTravel] = useState('walk')
  const [isOpen, setOpen] = useState(true)
  const [isOn, setOn] = useState(false)
  return (
    <>
      <ScreenHeader size="small" title="Tus datos" back={{ label: 'Volver', href: '/?screen=office' }} />
      <ScreenBody width="column">
        <ErrorSummary
          title="Revisa dos datos"
          attempt={0}
          faults={[
            { fieldId: 'phone', message: 'Escriba un teléfono válido' },
            { fieldId: 'policy', message: 'Acepta la política para seguir' },
          ]}
        />
        <TextField label="Nombre" hint="Como aparece en tu cédula" defaultValue="María Soledad Fuentealba" />
        <RadioGroup
          legend="Documento"
          look="segments"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'rut', label: 'RUT' },
            { value: 'dni', label: 'DNI' },
          ]}
        />
        <TextField
          id="phone"
          label="Teléfono"
          type="tel"
          defaultValue="9 1234"
          error="Escriba un teléfono válido"
        />
        <TextField label="Correo" type="email" optional="(Opcional)" placeholder="nombre@correo.cl" />
        <SelectField
          label="Comuna"
          placeholder="Elige una"
          options={[
            { value: 'stgo', label: 'Santiago' },
            { value: 'maipu', label: 'Maipú' },
          ]}
        />
        <TextArea label="¿Algo que debamos saber?" optional="(Opcional)" rows={3} />
        <RadioGroup
          legend="¿Cómo llegas?"
          value={travel}
          onChange={setTravel}
          options={[
            { value: 'walk', label: 'A pie', hint: '12 minutos' },
            { value: 'bus', label: 'En micro' },
            { value: 'car', label: 'En auto', disabled: true },
          ]}
        />
        <ChipGroup label="Filtros">
          <Chip pressed={isOpen} onClick={() => setOpen(!isOpen)}>
            Abierto ahora
          </Chip>
          <Chip pressed={false}>Con reserva</Chip>
          <Chip icon="filter">Comuna</Chip>
        </ChipGroup>
        <Switch label="Avisos por WhatsApp" checked={isOn} onChange={setOn} stateText="Apagado" />
        <Switch
          icon="bell"
          label="Avisos en este teléfono"
          checked={false}
          onChange={() => {}}
          disabled
          tone="almost"
          stateText="Bloqueado por el teléfono"
          action={<a href="#como">Cómo permitirlos</a>}
        />
        <Checkbox id="policy" label="Acepto la política" error="Acepta la política para seguir" />
        <Checkbox label="Recuérdame en este teléfono" defaultChecked />
        <Button wide>Saca tu número</Button>
        <Button wide busy>
          Sacando tu número…
        </Button>
        <Button wide disabled>
          Fila congelada
        </Button>
      </ScreenBody>
    </>
  )
}
