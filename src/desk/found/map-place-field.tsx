import { Trans } from '@lingui/react/macro'
import { type ReactNode, type Ref, useState } from 'react'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { type MapPlace, placeOf, placeText } from './ready-office.ts'
import { useHere } from './use-here.ts'

export interface MapPlaceFieldProps {
  id?: string
  place: MapPlace | null
  error: ReactNode
  onChange: (place: MapPlace | null) => void
}

/** Where the office is: typed as a map gives it, or told by the device that stands in it. */
export function MapPlaceField(props: MapPlaceFieldProps) {
  const { state, locate } = useHere(props.onChange)
  return (
    <>
      <MapPlaceInput
        {...props}
        hint={
          <Trans>
            Por aquí llega la gente. Cópialo de un mapa, o si estás en la oficina, presiona el botón.
          </Trans>
        }
      />
      <Button icon="pin" look="soft" wide busy={state === 'asking'} onClick={locate}>
        <Trans>Estoy en la oficina: usar mi ubicación</Trans>
      </Button>
      {state === 'failed' && <NotLocated role="status" />}
    </>
  )
}

/** What was typed stays as it was typed, for as long as it means the place. */
export function MapPlaceInput(props: MapPlaceFieldProps & { hint: ReactNode; ref?: Ref<HTMLInputElement> }) {
  const { id, place, error, hint, ref, onChange } = props
  const [typed, setTyped] = useState(() => (place ? placeText(place) : ''))
  const meant = placeOf(typed)
  const isMeant = meant ? place !== null && placeText(meant) === placeText(place) : place === null
  return (
    <TextField
      {...(id !== undefined && { id })}
      ref={ref}
      label={<Trans>En el mapa</Trans>}
      hint={hint}
      autoComplete="off"
      value={isMeant || !place ? typed : placeText(place)}
      error={error}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(placeOf(target.value))
      }}
    />
  )
}

export function NotLocated({ role }: { role?: 'status' }) {
  return (
    <Note role={role}>
      <Trans>El equipo no dijo dónde está. Copia las coordenadas de un mapa.</Trans>
    </Note>
  )
}
