import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { CATEGORIES, categoryColour, DEFAULT_CATEGORY_COLOUR } from '#contract/categories.ts'
import type { Office } from '#contract/rest/offices.ts'
import { distanceBetween, placeOf } from '#contract/rules/distance.ts'
import { directionsUrl } from '#src/domain/directions-url.ts'
import { formatDistance } from '#src/domain/format-distance.ts'
import { isStopped, lineDoor } from '#src/domain/line-door.ts'
import { otherOffices } from '#src/domain/other-offices.ts'
import { listDistricts } from '#src/domain/list-districts.ts'
import { isNextPageDue, pageSize } from '#src/domain/page-size.ts'
import { findOffices } from '#src/domain/find-offices.ts'
import { openOffices } from '#contract/rules/open-offices.ts'
import { searchOffices } from '#src/domain/search-offices.ts'
import { sortOffices } from '#contract/rules/sort-offices.ts'

const NOW = new Date('2026-11-23T12:00:00.000Z')

const office = (slug: string, change: Partial<Office> = {}): Office => ({
  id: 1,
  slug,
  name: slug,
  demo: true,
  category_id: 'notarias',
  category: 'Notarías',
  organization_id: 1,
  address: 'Av. Providencia 1234',
  district: 'Providencia',
  region: 'Metropolitana',
  latitude: -33.4372,
  longitude: -70.6506,
  time_zone: 'America/Santiago',
  hours: [],
  closures: [],
  channel: `web:${slug}`,
  options: { web_only: false },
  line_categories: [],
  ...change,
})

const PLAZA_DE_ARMAS = { latitude: -33.4378, longitude: -70.6505 }
const slugs = (offices: readonly { slug: string }[]) => offices.map(({ slug }) => slug)

it('[OFF-01] each category has its brand’s colour, and one that is not in the list the default purple', () => {
  for (const { slug, colour } of CATEGORIES) expect(categoryColour(slug)).toBe(colour)
  expect(CATEGORIES.map(({ colour }) => colour)).not.toContain(DEFAULT_CATEGORY_COLOUR)
  expect(categoryColour('farmacias')).toBe(DEFAULT_CATEGORY_COLOUR)
})

describe('a search', () => {
  const offices = [
    office('notaria-nunoa', { name: 'Notaría Ñuñoa', district: 'Ñuñoa', address: 'Irarrázaval 100' }),
    office('banco-centro', { name: 'Banco Centro', category_id: 'banco-bci', category: 'Banco Bci' }),
    office('notaria-centro', { name: 'Notaría Centro', district: 'Santiago' }),
  ]
  const all = { searchValue: '', category: null, districts: [] }

  it('[OFF-04] finds by name, address, district and category, accents and capitals aside', () => {
    const found = (searchValue: string) => slugs(searchOffices(offices, { ...all, searchValue }).offices)
    expect(found('nunoa')).toEqual(['notaria-nunoa'])
    expect(found('IRARRAZAVAL')).toEqual(['notaria-nunoa'])
    expect(found('bci')).toEqual(['banco-centro'])
    expect(found('santiago')).toEqual(['notaria-centro'])
    expect(found('centro notaria')).toEqual(['notaria-centro'])
    expect(found('correos')).toEqual([])
  })

  it('[OFF-04] narrows by category and districts, and says resultsQuantity', () => {
    expect(searchOffices(offices, all).resultsQuantity).toBe(3)
    expect(slugs(searchOffices(offices, { ...all, category: 'notarias' }).offices)).toEqual([
      'notaria-nunoa',
      'notaria-centro',
    ])
    const result = searchOffices(offices, {
      ...all,
      category: 'notarias',
      districts: ['Ñuñoa', 'Providencia'],
    })
    expect(slugs(result.offices)).toEqual(['notaria-nunoa'])
    expect(result.resultsQuantity).toBe(1)
  })

  it('[OFF-04] lists the districts once, in the order of the language, with a filter over their names', () => {
    const more = [...offices, office('x', { district: 'Ovalle' }), office('y', { district: 'Santiago' })]
    expect(listDistricts(more, '', 'es')).toEqual(['Ñuñoa', 'Ovalle', 'Providencia', 'Santiago'])
    expect(listDistricts(more, 'NU', 'es')).toEqual(['Ñuñoa'])
  })
})

describe('distance', () => {
  it('is measured over the earth', () => {
    const valparaiso = { latitude: -33.0472, longitude: -71.6127 }
    expect(distanceBetween(PLAZA_DE_ARMAS, valparaiso) / 1_000).toBeCloseTo(99.5, 0)
    expect(distanceBetween(PLAZA_DE_ARMAS, PLAZA_DE_ARMAS)).toBe(0)
  })

  it('[OFF-05] unknown is infinity: no place of ours, none of theirs, or nowhere to go to', () => {
    expect(distanceBetween(null, PLAZA_DE_ARMAS)).toBe(Number.POSITIVE_INFINITY)
    expect(placeOf(office('web', { options: { web_only: true } }))).toBeNull()
    expect(placeOf(office('lost', { latitude: null }))).toBeNull()
  })

  it('[OFF-05] [I18N-02] is shown in metres up to 1000, then in km, as the language writes it; unknown shows nothing', () => {
    expect(formatDistance(340, 'es')).toBe('340 m')
    expect(formatDistance(1_000, 'en')).toBe('1,000 m')
    expect(formatDistance(1_001, 'es')).toBe('1 km')
    expect(formatDistance(1_250, 'es')).toBe('1,3 km')
    expect(formatDistance(1_250, 'en')).toBe('1.3 km')
    expect(formatDistance(1_250, 'pt')).toBe('1,3 km')
    expect(formatDistance(12_400, 'es')).toBe('12 km')
    expect(formatDistance(Number.POSITIVE_INFINITY, 'es')).toBeNull()
  })

  it('[OFF-05] orders offices when the position is known, the unknown last; by name when it is not', () => {
    const offices = [
      office('b-web', { options: { web_only: true } }),
      office('far', { latitude: -33.5 }),
      office('a-lost', { latitude: null, longitude: null }),
      office('near'),
    ]
    const sorted = sortOffices(offices, { position: PLAZA_DE_ARMAS, open: new Set() }, 'es')
    expect(slugs(sorted)).toEqual(['near', 'far', 'a-lost', 'b-web'])
    expect(sorted[0]?.distance).toBeLessThan(100)
    expect(sorted[3]?.distance).toBe(Number.POSITIVE_INFINITY)
    expect(slugs(sortOffices(offices, { position: null, open: new Set() }, 'es'))).toEqual([
      'a-lost',
      'b-web',
      'far',
      'near',
    ])
  })
})

describe('offices that are open', () => {
  /** A Sunday, 13:00 in Santiago and 14:00 in Punta Arenas. */
  const SUNDAY = new Date('2026-06-21T17:00:00Z')
  const shut = { hours: [{ weekday: 1, from: '09:00', to: '14:00' }] }
  const offices = [
    office('shut-here', { id: 1, name: 'Notaría Centro', ...shut }),
    office('open-far', {
      id: 2,
      name: 'Notaría Alameda',
      address: 'Centenario 12',
      latitude: -33.6,
      hours: [{ weekday: 7, from: '09:00', to: '13:30' }],
    }),
    office('open-nearer', {
      id: 3,
      name: 'Notaría del Centro',
      latitude: -33.5,
      hours: [{ weekday: 7, from: '00:00', to: '24:00' }],
    }),
    office('shut-near', { id: 4, name: 'Banco Centro', latitude: -33.45, ...shut }),
    office('shut-by-its-own-clock', {
      id: 5,
      name: 'Notaría Austral',
      latitude: -53.1,
      time_zone: 'America/Punta_Arenas',
      hours: [{ weekday: 7, from: '09:00', to: '13:30' }],
    }),
    office('shut-for-the-feast', {
      id: 6,
      name: 'Notaría Mayor',
      latitude: -33.44,
      hours: [{ weekday: 7, from: '00:00', to: '24:00' }],
      closures: ['2026-06-21'],
    }),
  ]
  const open = openOffices(offices, SUNDAY)
  const none = { searchValue: '', category: null, districts: [], openNow: false }
  const ranked = (position: typeof PLAZA_DE_ARMAS | null) => sortOffices(offices, { position, open }, 'es')

  it('[OFF-07] are told by each one’s own clock, feast days and all', () => {
    expect([...open]).toEqual([2, 3])
  })

  it('[OFF-07] are told where a phone’s tables do not know one’s zone, which goes by the phone’s clock', () => {
    vi.stubEnv('TZ', 'America/Santiago')
    onTestFinished(() => void vi.unstubAllEnvs())
    const hours = [{ weekday: 7, from: '09:00', to: '14:00' }]
    const unknown = office('of-a-new-zone', { id: 7, time_zone: 'X/Nowhere', hours })
    // 13:30 in Santiago; by UTC it is past two.
    expect([...openOffices([unknown, ...offices], new Date('2026-06-21T17:30:00Z'))]).toContain(7)
    expect([...openOffices([unknown, ...offices], SUNDAY)].filter(id => id !== 7)).toEqual([2, 3])
  })

  it('[OFF-05] stand before nearer ones that are shut, the nearest of them first', () => {
    expect(slugs(ranked(PLAZA_DE_ARMAS))).toEqual([
      'open-nearer',
      'open-far',
      'shut-here',
      'shut-for-the-feast',
      'shut-near',
      'shut-by-its-own-clock',
    ])
  })

  it('[OFF-04] stand before the others in a search too, and the better answer before the worse where no distance is known', () => {
    const found = (searchValue: string) => slugs(findOffices(ranked(null), { ...none, searchValue }).offices)
    expect(found('')).toEqual([
      'open-far',
      'open-nearer',
      'shut-near',
      'shut-by-its-own-clock',
      'shut-here',
      'shut-for-the-feast',
    ])
    // One has the word in its name, the other in its address.
    expect(found('cent').slice(0, 2)).toEqual(['open-nearer', 'open-far'])
  })

  it('[OFF-04] are the only ones where one asks for them, and the quantity says how many', () => {
    const found = findOffices(ranked(null), { ...none, searchValue: 'notaria', openNow: true })
    expect(slugs(found.offices)).toEqual(['open-far', 'open-nearer'])
    expect(found).toMatchObject({ resultsQuantity: 2, closedQuantity: 4 })
    expect(findOffices(ranked(null), none)).toMatchObject({ resultsQuantity: 6, closedQuantity: 0 })
  })
})

describe('the result list', () => {
  it('[OFF-06] grows by four times the cards that fit', () => {
    expect(pageSize(5)).toBe(20)
    expect(pageSize(4.2)).toBe(20)
    expect(pageSize(0)).toBe(4)
  })

  it('[OFF-06] grows when the last quarter comes near, and not past its end', () => {
    const list = { shown: 20, total: 90, pageSize: 20 }
    expect(isNextPageDue({ ...list, lastVisible: 13 })).toBe(false)
    expect(isNextPageDue({ ...list, lastVisible: 14 })).toBe(true)
    expect(isNextPageDue({ ...list, total: 20, lastVisible: 19 })).toBe(false)
  })
})

it('[OFF-09] directions lead from the person to the office, by their way of going', () => {
  const url = new URL(directionsUrl(PLAZA_DE_ARMAS, { latitude: -33.42, longitude: -70.61 }, 'walking'))
  expect(url.protocol).toBe('https:')
  expect(url.searchParams.get('origin')).toBe('-33.4378,-70.6505')
  expect(url.searchParams.get('destination')).toBe('-33.42,-70.61')
  expect(url.searchParams.get('travelmode')).toBe('walking')
  expect(new URL(directionsUrl(null, PLAZA_DE_ARMAS, 'driving')).searchParams.has('origin')).toBe(false)
})

describe('a door that is shut', () => {
  const line = { type: 'normal', takes_tickets: true, frozen: false } as const

  it('[OFF-07] is told by the kind of line, the hour and the clerk’s word', () => {
    expect(lineDoor(line, true, true, NOW)).toBe('open')
    expect(lineDoor(line, false, true, NOW)).toBe('shut')
    expect(lineDoor({ ...line, frozen: true }, true, true, NOW)).toBe('frozen')
    // Tomorrow the line may be as any other: what is true now is that nobody is there.
    expect(lineDoor({ ...line, frozen: true }, false, true, NOW)).toBe('shut')
    expect(lineDoor({ ...line, type: 'kiosk' }, true, true, NOW)).toBe('at-office')
    expect(lineDoor({ ...line, takes_tickets: false }, true, true, NOW)).toBe('by-time')
    expect(lineDoor({ ...line, type: 'hidden' }, true, true, NOW)).toBe('open')
  })

  it('[OFF-07] is open again from the moment until which it was stopped, though no page was told so', () => {
    const until = '2026-11-23T12:00:00.000Z'
    const [before, then] = [new Date('2026-11-23T11:59:59.999Z'), new Date(until)]
    const closed = { why: 'closed', reason: null, note: null, until, by_clock: true } as const
    const frozen = { why: 'frozen', reason: 'meeting', note: null, until } as const
    for (const stopped of [closed, frozen]) {
      const rests = { ...line, frozen: true, stopped }
      expect(lineDoor(rests, true, true, before)).toBe('frozen')
      expect(lineDoor(rests, true, true, then)).toBe('open')
      expect(isStopped(rests, true, before)).toBe(true)
      expect(isStopped(rests, true, then)).toBe(false)
    }
    // Of one that nobody knows the end of, nothing ends.
    const endless = { ...line, frozen: true, stopped: { ...frozen, until: null } }
    expect(lineDoor(endless, true, true, then)).toBe('frozen')
    expect(lineDoor({ ...endless, stopped: null }, true, true, then)).toBe('frozen')
  })

  it('[OFF-07] leads to no time that cannot be booked, and to no number that is not given at the office either', () => {
    const numberless = { ...line, takes_tickets: false }
    expect(lineDoor(numberless, true, false, NOW)).toBe('neither')
    expect(lineDoor(numberless, false, false, NOW)).toBe('neither')
    expect(lineDoor({ ...numberless, type: 'kiosk' }, true, false, NOW)).toBe('neither')
    expect(lineDoor({ ...numberless, type: 'kiosk' }, true, true, NOW)).toBe('by-time')
    // That nobody books says nothing of numbers.
    expect(lineDoor(line, true, false, NOW)).toBe('open')
  })

  it('leads to open ones of the same kind, the nearest to it first, no further than one would go, and to those by internet', () => {
    const shut = office('shut', { id: 1 })
    const others = [
      office('by-internet', { id: 2, options: { web_only: true } }),
      office('far', { id: 3, latitude: -36 }),
      office('near', { id: 4, latitude: -33.5 }),
      office('nearer', { id: 5, latitude: -33.45 }),
      office('bank', { id: 6, category_id: 'banco-bci' }),
      office('shut-too', { id: 7 }),
      shut,
    ]
    const ranked = sortOffices(others, { position: null, open: new Set([1, 2, 3, 4, 5, 6]) }, 'es')
    expect(slugs(otherOffices(ranked, shut))).toEqual(['nearer', 'near', 'by-internet'])
  })
})
