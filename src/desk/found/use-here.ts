import { useState } from 'react'
import type { MapPlace } from './ready-office.ts'

/** About a metre: what a device says beyond is noise. */
const DIGITS = 5

/** Where this device stands, asked of it by a press. */
export function useHere(onHere: (place: MapPlace) => void) {
  const [state, setState] = useState<'asking' | 'failed' | null>(null)
  const locate = () => {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setState(null)
        onHere({ latitude: Number(latitude.toFixed(DIGITS)), longitude: Number(longitude.toFixed(DIGITS)) })
      },
      () => setState('failed'),
    )
  }
  return { state, locate }
}
