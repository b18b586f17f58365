import { expect, it } from 'vitest'
import { placeOf, placeText } from '#src/desk/found/ready-office.ts'

it('[ADMIN-04] takes a place as maps give it, and nothing that is no place on earth', () => {
  const place = { latitude: -33.438, longitude: -70.6505 }
  for (const written of [
    '-33.438, -70.6505',
    ' -33.438 -70.6505 ',
    'https://www.google.com/maps/@-33.438,-70.6505,17z',
    'https://www.google.com/maps/place/X/@-33.4,-70.6,17z/data=!4m6!3d-33.438!4d-70.6505',
    'https://maps.google.com/?q=-33.438,-70.6505',
    'https://www.google.com/maps/search/?api=1&query=-33.438%2C-70.6505',
    'https://www.openstreetmap.org/#map=17/-33.438/-70.6505',
    'https://www.openstreetmap.org/?mlat=-33.438&mlon=-70.6505#map=17/-33.1/-70.1',
  ])
    expect(placeOf(written), written).toEqual(place)
  for (const written of [
    '',
    'Irarrázaval 3400',
    '-33.438',
    '-93.1, -70.6',
    '-33.4, -190.6',
    'https://maps.example/a',
  ])
    expect(placeOf(written), written).toBeNull()
  expect(placeOf(placeText(place))).toEqual(place)
})
