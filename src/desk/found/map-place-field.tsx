import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { type MapPlace, placeOf } from './ready-office.ts'

export interface MapPlaceFieldProps {
  id?: string
  place: MapPlace | null
  error: ReactNode
  onChange: (place: MapPlace | null) => void
}

const text = ({ latitude, longitude }: MapPlace) => `${latitude}, ${longitude}`

/** Where the office is: typed as a map gives it, or told by the device that stands in it. */
export function MapPlaceField({ id, place, error, onChange }: MapPlaceFieldProps) {
  const [typed, setTyped] = useState(() => (place ? text(place) : ''))
  const [locating, setLocating] = useState<'asking' | 'failed' | null>(null)
  // What was typed stays as it was typed, for as long as it means the place.
  const meant = placeOf(typed)
  const isMeant = meant ? place !== null && text(meant) === text(place) : place === null
  const locate = () => {
    setLocating('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(null)
        const here = `${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}`
        setTyped(here)
        onChange(placeOf(here))
      },
      () => setLocating('failed'),
    )
  }
  return (
    <>
      <TextField
        {...(id !== undefined && { id })}
        label={<Trans>En el mapa</Trans>}
        hint={
          <Trans>
            Por aquí llega la gente. Cópialo de un mapa, o si estás en la oficina, presiona el botón.
          </Trans>
        }
        autoComplete="off"
        value={isMeant || !place ? typed : text(place)}
        error={error}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(placeOf(target.value))
        }}
      />
      <Button icon="pin" look="soft" wide busy={locating === 'asking'} onClick={locate}>
        <Trans>Estoy en la oficina: usar mi ubicación</Trans>
      </Button>
      {locating === 'failed' && (
        <Note role="status">
          <Trans>El equipo no dijo dónde está. Copia las coordenadas de un mapa.</Trans>
        </Note>
      )}
    </>
  )
}
