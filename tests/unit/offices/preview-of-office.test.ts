import { expect, it } from 'vitest'
import type { Office } from '#contract/rest/offices.ts'
import { previewOfOffice } from '#server/offices/pages/preview-of-office.ts'

const office: Office = {
  id: 3,
  slug: 'centro',
  name: 'Centro',
  demo: false,
  category_id: 'notarias',
  category: 'Notarías',
  organization_id: 1,
  address: 'Moneda 970',
  district: 'Santiago',
  region: 'Metropolitana',
  latitude: -33.44,
  longitude: -70.65,
  time_zone: 'America/Santiago',
  hours: [{ weekday: 7, from: '00:00', to: '24:00' }],
  closures: ['2026-12-25'],
  channel: 'web:centro',
  options: { web_only: false },
  line_categories: [],
}

it('says where an office is, and when it opens, in the words of schema.org', () => {
  const { description, path, structuredData } = previewOfOffice(office, null)
  expect(path).toBe('/offices/centro')
  expect(description).toMatch(/^Moneda 970, Santiago\. Abre domingo todo el día\. /)
  expect(structuredData).toMatchObject({
    geo: { latitude: -33.44, longitude: -70.65 },
    openingHoursSpecification: [{ dayOfWeek: 'https://schema.org/Sunday', opens: '00:00', closes: '23:59' }],
    specialOpeningHoursSpecification: [
      { validFrom: '2026-12-25', validThrough: '2026-12-25', opens: '00:00', closes: '00:00' },
    ],
  })
})

it('says of a closed day that its evening is closed to the end, and nothing of the one before', () => {
  const hours = [1, 2, 3, 4, 5, 6, 7].flatMap(weekday => [
    { weekday, from: '20:00', to: '24:00' },
    { weekday, from: '00:00', to: '04:00' },
  ])
  const special = (closures: string[]) =>
    previewOfOffice({ ...office, hours, closures }, null).structuredData['specialOpeningHoursSpecification']
  const on = (day: string, opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    validFrom: day,
    validThrough: day,
    opens,
    closes,
  })
  const [friday, saturday] = [on('2026-12-25', '00:00', '04:00'), on('2026-12-26', '20:00', '23:59')]
  expect(special(['2026-12-25'])).toEqual([friday, saturday])
  const both = [friday, on('2026-12-26', '00:00', '00:00'), on('2026-12-27', '20:00', '23:59')]
  expect(special(['2026-12-25', '2026-12-26'])).toEqual(both)
})

it('names the line of the link, whatever else the address does there', () => {
  const { title, path } = previewOfOffice(office, { slug: 'cajas', name: 'Cajas' })
  expect([title, path]).toEqual(['Cajas · Centro', '/offices/centro/lines/cajas'])
})

it('sends nobody to a place that is none', () => {
  const online = { ...office, hours: [], latitude: null, longitude: null, options: { web_only: true } }
  const { description, structuredData } = previewOfOffice(online, null)
  expect(description).toMatch(/^Saca tu número/)
  expect(structuredData).not.toHaveProperty('address')
  expect(structuredData).not.toHaveProperty('geo')
})
