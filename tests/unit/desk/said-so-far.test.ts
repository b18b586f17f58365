import { expect, it } from 'vitest'
import { forgetSoFar, keepSoFar, readSoFar, type SoFar } from '#src/desk/found/said-so-far.ts'
import type { Settings } from '#src/platform/settings.ts'

const CLERK = 7

function keeping(): Settings {
  const kept = new Map<string, string>()
  return { read: key => kept.get(key) ?? null, write: (key, value) => void kept.set(key, value) }
}

const soFar: SoFar = {
  step: 2,
  said: {
    name: 'Notaría Ñuñoa',
    category: 'notarias',
    address: 'Irarrázaval 3400',
    district: 'Ñuñoa',
    region: 'Metropolitana',
    place: { latitude: -33.45, longitude: -70.6483 },
    time_zone: 'America/Santiago',
    from: '09:00',
    to: '18:00',
    saturday: true,
    lines: ['Firmas', ''],
  },
}

it('[ADMIN-04] what was answered of the first office stands until it is open, for whoever answered', () => {
  const settings = keeping()
  expect(readSoFar(settings, CLERK)).toBeNull()
  keepSoFar(settings, CLERK, soFar)
  expect(readSoFar(settings, CLERK)).toEqual(soFar)
  expect(readSoFar(settings, CLERK + 1)).toBeNull()
  forgetSoFar(settings, CLERK)
  expect(readSoFar(settings, CLERK)).toBeNull()
})

it('[ADMIN-04] what another version kept of it, or nobody wrote, is nothing', () => {
  for (const text of ['', '{', '[]', '{"step":9}', JSON.stringify({ ...soFar, step: 5 })]) {
    const settings: Settings = { read: () => text, write: () => undefined }
    expect(readSoFar(settings, CLERK)).toBeNull()
  }
})
