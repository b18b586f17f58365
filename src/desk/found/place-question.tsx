import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { type MapPlaceFieldProps, MapPlaceInput, NotLocated } from './map-place-field.tsx'
import { placeText } from './ready-office.ts'
import { useHere } from './use-here.ts'

/** Where people are led: one press in the office itself; whoever is elsewhere brings it from a map. */
export function PlaceQuestion({ place, error, onChange }: MapPlaceFieldProps) {
  const [isTyping, setTyping] = useState(false)
  // A field that came with its fault stays, though what is typed means a place by now.
  if (error && !isTyping) setTyping(true)
  const { state, locate } = useHere(onChange)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isTyping) field.current?.focus()
  }, [isTyping])
  const coordinates = place && placeText(place)
  return (
    <>
      <p>
        <Trans>Así los teléfonos saben llevar a la gente hasta tu puerta.</Trans>
      </p>
      <Button icon="pin" look="soft" size="tall" wide busy={state === 'asking'} onClick={locate}>
        <Trans>Estoy en la oficina: usar mi ubicación</Trans>
      </Button>
      {isTyping ? (
        <MapPlaceInput
          ref={field}
          place={place}
          error={error}
          hint={<Trans>Pega el enlace del mapa, o sus dos números: -33.438, -70.6505</Trans>}
          onChange={onChange}
        />
      ) : (
        <Button look="plain" wide onClick={() => setTyping(true)}>
          <Trans>No estoy ahí: lo copio de un mapa</Trans>
        </Button>
      )}
      <div role="status">
        {coordinates ? (
          <Note tone="ok" icon="check">
            <Trans>Listo, la oficina está en {coordinates}</Trans>
          </Note>
        ) : (
          state === 'failed' && <NotLocated />
        )}
      </div>
    </>
  )
}
