import { beforeAll, describe, expect, it } from 'vitest'
import { CATEGORIES } from '#contract/categories.ts'
import { FIELD_TYPES } from '#contract/rest/forms.ts'
import { LINE_TYPES } from '#contract/rest/offices.ts'
import { openingAt } from '#contract/rules/office-time.ts'
import { DEMO_OFFICES } from '#server/demo/seed-demo.ts'
import { checkOfficesFile } from '#server/offices/file/check-offices-file.ts'
import { faultText } from '#server/offices/file/fault.ts'
import type { OfficeEntry, OfficesFile } from '#server/offices/file/offices-file.ts'
import { readOfficesSource } from '#server/offices/file/read-offices-source.ts'
import { wantedLine, wantedOffice } from '#server/offices/load/wanted-rows.ts'
import { COMMUNES, EASTER_ISLAND, REGION_BOXES } from './region-boxes.ts'

let file: OfficesFile

beforeAll(async () => {
  const checked = checkOfficesFile(await readOfficesSource(DEMO_OFFICES))
  if (checked.file === null) throw new Error(checked.faults.map(faultText).join('\n'))
  file = checked.file
})

const AIRPORT = 'latam-aeropuerto-de-santiago'
/** Tuesday, three in the morning in Santiago. */
const NIGHT = new Date('2026-11-24T06:00:00Z')

const isIn = (
  { latitude, longitude }: OfficeEntry,
  [south, north, west, east]: readonly [number, number, number, number],
) =>
  latitude !== null &&
  longitude !== null &&
  latitude > south &&
  latitude < north &&
  longitude > west &&
  longitude < east

function metresFromCentre({ district, latitude, longitude }: OfficeEntry): number {
  const [lat, lon] = COMMUNES[district] ?? [Number.NaN, Number.NaN]
  const north = ((latitude ?? 0) - lat) * 111_320
  const east = ((longitude ?? 0) - lon) * 111_320 * Math.cos((lat * Math.PI) / 180)
  return Math.hypot(north, east)
}

const isOpenAt = (office: OfficeEntry, at: Date) => openingAt(at, wantedOffice(office, file.holidays)).open

describe('the demonstration’s offices', () => {
  it('are at least 90, of every one of the 18 categories', () => {
    expect(file.offices.length).toBeGreaterThanOrEqual(90)
    expect(new Set(file.offices.map(office => office.category))).toEqual(
      new Set(CATEGORIES.map(category => category.slug)),
    )
    const counts = Map.groupBy(file.offices, office => office.category)
    expect([...counts.values()].every(offices => offices.length >= 3)).toBe(true)
  })

  it('all say that they are a demonstration', () => {
    expect(file.offices.filter(office => !office.demo)).toEqual([])
  })

  it('stand in all 16 regions, each inside its own', () => {
    const places = file.offices.filter(office => !office.options.web_only)
    expect(new Set(places.map(office => office.region))).toEqual(new Set(Object.keys(REGION_BOXES)))
    for (const office of places) {
      const box = office.district === 'Isla de Pascua' ? EASTER_ISLAND : REGION_BOXES[office.region]
      expect(box && isIn(office, box), office.slug).toBe(true)
    }
  })

  it('stand within a short walk of their commune’s centre, and no two on one spot', () => {
    const places = file.offices.filter(office => !office.options.web_only && office.slug !== AIRPORT)
    for (const office of places) expect(metresFromCentre(office), office.slug).toBeLessThan(700)
    const spots = places.map(office => `${office.latitude} ${office.longitude}`)
    expect(new Set(spots).size).toBe(spots.length)
  })

  it('keep their own region’s time', () => {
    const zones = new Map(file.offices.map(office => [office.district, office.time_zone]))
    expect(zones.get('Isla de Pascua')).toBe('Pacific/Easter')
    expect(zones.get('Punta Arenas')).toBe('America/Punta_Arenas')
    expect(zones.get('Santiago')).toBe('America/Santiago')
  })

  it('in every region one is open in the middle of the night, and in Santiago several', () => {
    const awake = file.offices.filter(office => isOpenAt(office, NIGHT) && !office.options.web_only)
    expect(new Set(awake.map(office => office.region))).toEqual(new Set(Object.keys(REGION_BOXES)))
    expect(awake.filter(office => office.district === 'Santiago').length).toBeGreaterThanOrEqual(2)
    expect(awake.length).toBeLessThan(file.offices.length / 2)
  })

  it('most are open on an ordinary morning, and closed on a holiday', () => {
    const open = (day: string) =>
      file.offices.filter(office => isOpenAt(office, new Date(`${day}T14:30:00Z`))).length
    expect(open('2026-11-24')).toBe(file.offices.length)
    expect(open('2026-12-25')).toBeLessThan(file.offices.length / 3)
  })

  it('[PRIO-01] ask by Chile’s law who goes first, each by its own rule', () => {
    const rules = new Set(
      file.offices.map(({ preference }) => JSON.stringify(Object.keys(Object(preference?.rule)))),
    )
    expect(file.offices.every(({ preference }) => preference?.law === 'cl-21768')).toBe(true)
    expect(rules.size).toBe(3)
  })

  it('have every kind of line: kiosk, hidden, by video, one person’s, in a folder, frozen', () => {
    const lines = file.offices.flatMap(office => office.lines)
    expect(new Set(lines.map(line => line.type))).toEqual(new Set(LINE_TYPES))
    for (const kind of ['virtual', 'executive', 'folder', 'frozen', 'takes_reservations'] as const) {
      expect(
        lines.some(line => Boolean(line[kind])),
        kind,
      ).toBe(true)
    }
    expect(lines.some(line => line.limits.rut_tickets > 0)).toBe(true)
    expect(file.offices.some(office => office.limits.rut_tickets > 0)).toBe(true)
    expect(file.offices.filter(office => office.options.web_only).length).toBeGreaterThanOrEqual(2)
  })

  it('take reservations in a good many lines, of every kind that there is', () => {
    const lines = file.offices.flatMap(office => office.lines.filter(line => line.takes_reservations))
    expect(lines.length).toBeGreaterThan(80)
    const rows = lines.map(line => wantedLine(1, null, line))
    expect(new Set(rows.map(row => row.reserve_modalities))).toEqual(new Set(['in-person', 'video', 'both']))
    expect(new Set(rows.map(row => row.reserve_minutes)).size).toBeGreaterThan(4)
    expect(new Set(rows.map(row => row.reserve_slots)).size).toBeGreaterThan(3)
    for (const some of [
      rows.filter(row => row.reserve_confirm_minutes !== null),
      rows.filter(row => row.reserve_confirm_minutes === null),
      rows.filter(row => row.reserve_form === null),
      rows.filter(row => row.reserve_form?.length === 0),
      rows.filter(row => (row.reserve_form?.length ?? 0) > 1),
      rows.filter(row => row.reserve_hours !== null),
      rows.filter(row => row.unavailable_days.length > 1),
    ]) {
      expect(some.length).toBeGreaterThan(2)
    }
    expect(lines.filter(line => !line.takes_tickets).length).toBeGreaterThan(2)
    expect(new Set(file.offices.map(office => office.reservations.one_per))).toEqual(
      new Set(['line', 'office', 'organization', null]),
    )
  })

  it('ask questions of every type, one of them no longer active', () => {
    const questions = file.offices.flatMap(office => office.lines.flatMap(line => line.ticket_form))
    expect(new Set(questions.map(question => question.fieldType))).toEqual(new Set(FIELD_TYPES))
    expect(questions.some(question => !question.active)).toBe(true)
    expect(questions.some(question => !question.required)).toBe(true)
    expect(questions.some(question => question.validCharacter !== null)).toBe(true)
  })

  it('give every kind of service that their organizations name', () => {
    const given = new Set(
      file.offices.flatMap(office =>
        office.lines
          .filter(line => line.type !== 'hidden')
          .map(line => `${office.category} ${line.line_category}`),
      ),
    )
    const named = file.organizations.flatMap(({ category, line_categories }) =>
      line_categories.map(kind => `${category} ${kind.slug}`),
    )
    expect(named.filter(kind => !given.has(kind))).toEqual([])
  })

  it('leave a modulo free at each office for whoever wants to try the desk', () => {
    expect(file.offices.filter(office => office.modulos.length < 3)).toEqual([])
  })
})
