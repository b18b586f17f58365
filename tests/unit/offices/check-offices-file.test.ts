import { describe, expect, it } from 'vitest'
import { checkOfficesFile } from '#server/offices/file/check-offices-file.ts'
import { FAULT_KINDS, type FaultKind, faultText } from '#server/offices/file/fault.ts'
import { type Bendable, sampleFile } from './sample-file.ts'

const check = (file: object) =>
  checkOfficesFile([{ file: 'offices.json', text: JSON.stringify(file, null, 2) }])

interface Case {
  bend(file: Bendable): void
  path: string
  slugs?: string[]
  says: RegExp
}

const QUESTION = { id: 'motivo', fieldType: 'text', question: 'Motivo' }

/** Lets the first line take reservations, and gives what it says about them to be bent. */
function reservationsOf(file: Bendable) {
  const line = file.offices[0].lines[0]
  line.takes_reservations = true
  line.reservations = {}
  return line.reservations
}

/** For each kind of fault a way to make it, and where it must be found. */
const MESSAGE = { slug: 'demora', es: 'Hay demora.', en: 'There is a delay.', pt: 'Há demora.' }

const CASES: [FaultKind, Case][] = [
  [
    'duplicate-message',
    {
      bend: file => {
        file.offices[0].messages = [MESSAGE, MESSAGE]
      },
      path: 'offices[0].messages[1].slug',
      slugs: ['notaria-uno', 'demora'],
      says: /demora/,
    },
  ],
  [
    'warnings-backwards',
    {
      bend: file => {
        file.offices[0].warnings = { minutes: { amber: 30, red: 20 } }
      },
      path: 'offices[0].warnings.minutes',
      slugs: ['notaria-uno'],
      says: /amber \(30\) does not come before red \(20\)/,
    },
  ],
  [
    'shape',
    {
      bend: file => void delete file.offices[0].name,
      path: 'offices[0].name',
      slugs: ['notaria-uno'],
      says: /name/,
    },
  ],
  [
    'shape',
    {
      bend: file => void (file.offices[0].lines[0].prioridad = 3),
      path: 'offices[0].lines[0].prioridad',
      slugs: ['notaria-uno', 'firmas'],
      says: /prioridad/,
    },
  ],
  [
    'shape',
    {
      bend: file => void (file.offices[0].closures = ['2026-02-30']),
      path: 'offices[0].closures[0]',
      slugs: ['notaria-uno'],
      says: /does not exist/,
    },
  ],
  [
    'shape',
    {
      bend: file => void (reservationsOf(file).form = [{ ...QUESTION, id: 'constructor' }]),
      path: 'offices[0].lines[0].reservations.form[0].id',
      says: /kept/,
    },
  ],
  [
    'shape',
    { bend: file => void (file.offices[0].latitude = 133.4), path: 'offices[0].latitude', says: /90/ },
  ],
  [
    'shape',
    {
      bend: file => void (file.offices[0].lines[0].limits = { rut_tickets: -1 }),
      path: 'offices[0].lines[0].limits.rut_tickets',
      says: />=0/,
    },
  ],
  [
    'shape',
    {
      bend: file => void (file.offices[0].hours[0].to = '25:00'),
      path: 'offices[0].hours[0].to',
      says: /HH:MM/,
    },
  ],
  [
    'shape',
    { bend: file => void (file.offices[1].slug = 'Mal Slug'), path: 'offices[1].slug', says: /slug/ },
  ],
  [
    'no-offices',
    { bend: file => void ((file.offices = []), (file.clerks = [])), path: '', says: /no offices/ },
  ],
  [
    'duplicate-office',
    {
      bend: file => void (file.offices[1].slug = 'notaria-uno'),
      path: 'offices[1].slug',
      slugs: ['notaria-uno'],
      says: /“notaria-uno” stands already in line \d+$/,
    },
  ],
  [
    'duplicate-organization',
    {
      bend: file => void (file.organizations[1].category = 'notarias'),
      path: 'organizations[1].category',
      says: /notarias/,
    },
  ],
  [
    'duplicate-line-category',
    {
      bend: file => void file.organizations[0].line_categories.push({ slug: 'firmas', name: 'Otra' }),
      path: 'organizations[0].line_categories[1].slug',
      slugs: ['notarias', 'firmas'],
      says: /firmas/,
    },
  ],
  [
    'duplicate-line',
    {
      bend: file => void (file.offices[0].lines[1].slug = 'firmas'),
      path: 'offices[0].lines[1].slug',
      slugs: ['notaria-uno', 'firmas'],
      says: /firmas/,
    },
  ],
  [
    'duplicate-prefix',
    {
      bend: file => void (file.offices[0].lines[1].prefix = 'F'),
      path: 'offices[0].lines[1].prefix',
      slugs: ['notaria-uno', 'copias'],
      says: /“F”/,
    },
  ],
  [
    'duplicate-modulo',
    {
      bend: file => void (file.offices[0].modulos = ['1', '2', '1']),
      path: 'offices[0].modulos[2]',
      says: /“1”/,
    },
  ],
  [
    'duplicate-service',
    {
      bend: file => void (file.offices[0].services = ['Copia', 'Firma', 'Copia']),
      path: 'offices[0].services[2]',
      says: /“Copia”/,
    },
  ],
  [
    'unknown-modulo',
    {
      bend: file => void (file.offices[0].preference = { rule: { modulos: ['1', '9'] } }),
      path: 'offices[0].preference.rule.modulos[1]',
      says: /“9”/,
    },
  ],
  [
    'unknown-modulo',
    {
      bend: file => void (file.offices[0].modulo_lines = [{ modulo: '9', lines: ['firmas'] }]),
      path: 'offices[0].modulo_lines[0].modulo',
      says: /“9”/,
    },
  ],
  [
    'unknown-line',
    {
      bend: file => void (file.offices[0].modulo_lines = [{ modulo: '1', lines: ['firmas', 'cartas'] }]),
      path: 'offices[0].modulo_lines[0].lines[1]',
      says: /“cartas”/,
    },
  ],
  [
    'duplicate-line',
    {
      bend: file => void (file.offices[0].modulo_lines = [{ modulo: '1', lines: ['firmas', 'firmas'] }]),
      path: 'offices[0].modulo_lines[0].lines[1]',
      says: /“firmas”/,
    },
  ],
  [
    'duplicate-modulo',
    {
      bend: file =>
        void (file.offices[0].modulo_lines = [
          { modulo: '1', lines: ['firmas'] },
          { modulo: '1', lines: ['copias'] },
        ]),
      path: 'offices[0].modulo_lines[1].modulo',
      says: /“1”/,
    },
  ],
  [
    'shape',
    {
      bend: file => void (file.offices[0].modulo_lines = [{ modulo: '1', lines: [] }]),
      path: 'offices[0].modulo_lines[0].lines',
      says: />=1/,
    },
  ],
  [
    'preference-against-law',
    {
      bend: file => void (file.offices[0].preference = { law: 'br-14626', rule: { one_in: 3 } }),
      path: 'offices[0].preference.rule.one_in',
      says: /br-14626/,
    },
  ],
  [
    'preference-against-law',
    {
      bend: file => void (file.offices[0].preference = { law: 'br-14626', before_reservations: false }),
      path: 'offices[0].preference.before_reservations',
      says: /br-14626/,
    },
  ],
  [
    'duplicate-question',
    {
      bend: file => void (file.offices[0].lines[0].ticket_form[1].id = 'patente'),
      path: 'offices[0].lines[0].ticket_form[1].id',
      slugs: ['notaria-uno', 'firmas', 'patente'],
      says: /patente/,
    },
  ],
  [
    'duplicate-option',
    {
      bend: file => void (file.offices[0].lines[0].ticket_form[1].options = ['Venta', 'Venta']),
      path: 'offices[0].lines[0].ticket_form[1].options[1]',
      says: /Venta/,
    },
  ],
  [
    'duplicate-clerk',
    {
      bend: file => void file.clerks.push({ ...file.clerks[0] }),
      path: 'clerks[1].user',
      slugs: ['ana.rojas'],
      says: /ana\.rojas/,
    },
  ],
  [
    'unknown-category',
    {
      bend: file => void (file.offices[1].category = 'panaderias'),
      path: 'offices[1].category',
      says: /panaderias/,
    },
  ],
  [
    'unknown-line-category',
    {
      bend: file => void (file.offices[0].lines[0].line_category = 'urgencia'),
      path: 'offices[0].lines[0].line_category',
      slugs: ['notaria-uno', 'firmas'],
      says: /urgencia/,
    },
  ],
  [
    'unknown-office',
    {
      bend: file => void file.clerks[0].offices.push('notaria-dos'),
      path: 'clerks[0].offices[2]',
      slugs: ['ana.rojas'],
      says: /notaria-dos/,
    },
  ],
  [
    'unknown-time-zone',
    {
      bend: file => void (file.offices[0].time_zone = 'America/Santiagos'),
      path: 'offices[0].time_zone',
      says: /Santiagos/,
    },
  ],
  [
    'unknown-time-zone',
    {
      bend: file => void (file.offices[0].time_zone = '-03:00'),
      path: 'offices[0].time_zone',
      says: /-03:00/,
    },
  ],
  [
    'policy-differs',
    {
      bend: file => {
        file.policy = { version: '1', es: 'Así', en: 'Thus', pt: 'Assim' }
        file.offices[1].policy = { version: '1', es: 'Así', en: 'Thus', pt: 'Outra' }
      },
      path: 'offices[1].policy.version',
      slugs: ['salud-en-linea'],
      says: /“1”.*new version/,
    },
  ],
  [
    'policy-differs',
    {
      bend: file => void (file.policy = { version: 'numerito-2026-12', es: 'Así', en: 'Thus', pt: 'Assim' }),
      path: 'policy.version',
      says: /numerito-2026-12/,
    },
  ],
  [
    'coordinates-of-web-only',
    { bend: file => void (file.offices[1].latitude = -33), path: 'offices[1].latitude', says: /web_only/ },
  ],
  [
    'line-without-place',
    {
      bend: file => void (file.offices[1].lines[0].virtual = false),
      path: 'offices[1].lines[0].virtual',
      says: /web_only/,
    },
  ],
  [
    'coordinates-missing',
    { bend: file => void delete file.offices[0].longitude, path: 'offices[0].longitude', says: /missing/ },
  ],
  [
    'hours-backwards',
    {
      bend: file => void Object.assign(file.offices[0].hours[0], { from: '22:00', to: '06:00' }),
      path: 'offices[0].hours[0]',
      says: /midnight/,
    },
  ],
  [
    'hours-backwards',
    {
      bend: file => void Object.assign(file.offices[0].hours[0], { from: '09:00', to: '09:00' }),
      path: 'offices[0].hours[0]',
      says: /09:00/,
    },
  ],
  [
    'hours-overlap',
    {
      bend: file => void (file.offices[0].hours[1].from = '13:59'),
      path: 'offices[0].hours[1]',
      says: /Monday 13:59–18:00 overlaps/,
    },
  ],
  [
    'prefix-missing',
    {
      bend: file => void delete file.offices[0].lines[0].prefix,
      path: 'offices[0].lines[0].prefix',
      says: /prefix/,
    },
  ],
  [
    'kiosk-without-place',
    {
      bend: file => void (file.offices[1].lines[0].type = 'kiosk'),
      path: 'offices[1].lines[0].type',
      says: /kiosk/,
    },
  ],
  [
    'options-missing',
    {
      bend: file => void delete file.offices[0].lines[0].ticket_form[1].options,
      path: 'offices[0].lines[0].ticket_form[1].options',
      says: /select/,
    },
  ],
  [
    'options-unasked',
    {
      bend: file => void (file.offices[0].lines[0].ticket_form[0].options = ['A']),
      path: 'offices[0].lines[0].ticket_form[0].options',
      says: /select/,
    },
  ],
  [
    'pattern-broken',
    {
      bend: file => void (file.offices[0].lines[0].ticket_form[0].validCharacter = '[A-Z'),
      path: 'offices[0].lines[0].ticket_form[0].validCharacter',
      slugs: ['notaria-uno', 'firmas', 'patente'],
      says: /Unterminated/,
    },
  ],
  [
    'pattern-dangerous',
    {
      bend: file => void (file.offices[0].lines[0].ticket_form[0].validCharacter = '([A-Z]+)*'),
      path: 'offices[0].lines[0].ticket_form[0].validCharacter',
      says: /repetition/,
    },
  ],
  [
    'shape',
    {
      bend: file => void (reservationsOf(file).minutes = 3),
      path: 'offices[0].lines[0].reservations.minutes',
      slugs: ['notaria-uno', 'firmas'],
      says: />=5/,
    },
  ],
  [
    'shape',
    {
      bend: file => void (reservationsOf(file).confirm_minutes = 0),
      path: 'offices[0].lines[0].reservations.confirm_minutes',
      says: />=1/,
    },
  ],
  [
    'shape',
    {
      bend: file => void (reservationsOf(file).unavailable_days = ['2027-02-30']),
      path: 'offices[0].lines[0].reservations.unavailable_days[0]',
      says: /does not exist/,
    },
  ],
  [
    'shape',
    {
      bend: file => void (file.offices[0].reservations = { one_per: 'country' }),
      path: 'offices[0].reservations.one_per',
      says: /organization/,
    },
  ],
  [
    'duplicate-question',
    {
      bend: file => void (reservationsOf(file).form = [QUESTION, QUESTION]),
      path: 'offices[0].lines[0].reservations.form[1].id',
      slugs: ['notaria-uno', 'firmas', 'motivo'],
      says: /motivo/,
    },
  ],
  [
    'pattern-dangerous',
    {
      bend: file => void (reservationsOf(file).form = [{ ...QUESTION, validCharacter: '(a|a)*b' }]),
      path: 'offices[0].lines[0].reservations.form[0].validCharacter',
      slugs: ['notaria-uno', 'firmas', 'motivo'],
      says: /repetition/,
    },
  ],
  [
    'hours-overlap',
    {
      bend: file =>
        void (reservationsOf(file).hours = [
          { days: [2], from: '10:00', to: '12:00' },
          { days: [2], from: '11:00', to: '13:00' },
        ]),
      path: 'offices[0].lines[0].reservations.hours[1]',
      says: /Tuesday 11:00–13:00 overlaps/,
    },
  ],
  [
    'reservations-unsaid',
    {
      bend: file => {
        reservationsOf(file)
        delete file.offices[0].lines[0].takes_reservations
      },
      path: 'offices[0].lines[0].reservations',
      slugs: ['notaria-uno', 'firmas'],
      says: /takes_reservations/,
    },
  ],
  [
    'in-person-without-place',
    {
      bend: file =>
        void Object.assign(file.offices[1].lines[0], {
          takes_reservations: true,
          reservations: { modalities: ['video', 'in-person'] },
        }),
      path: 'offices[1].lines[0].reservations.modalities[1]',
      slugs: ['salud-en-linea', 'video'],
      says: /in person/,
    },
  ],
  [
    'in-person-without-place',
    {
      bend: file => {
        reservationsOf(file).modalities = ['in-person']
        file.offices[0].lines[0].virtual = true
      },
      path: 'offices[0].lines[0].reservations.modalities[0]',
      says: /virtual/,
    },
  ],
  [
    'hours-outside-office',
    {
      bend: file =>
        void (reservationsOf(file).hours = [
          { days: [1], from: '09:00', to: '14:00' },
          { days: [1, 2], from: '14:00', to: '16:00' },
        ]),
      path: 'offices[0].lines[0].reservations.hours[1]',
      says: /open/,
    },
  ],
  [
    'block-too-long',
    {
      bend: file =>
        void Object.assign(reservationsOf(file), {
          minutes: 45,
          hours: [
            { days: [1, 2], from: '09:00', to: '10:00' },
            { days: [1, 2], from: '10:00', to: '10:30' },
          ],
        }),
      path: 'offices[0].lines[0].reservations.hours[1]',
      says: /45 minutes/,
    },
  ],
  [
    'block-too-long',
    {
      bend: file => void (reservationsOf(file).minutes = 301),
      path: 'offices[0].lines[0].reservations.minutes',
      slugs: ['notaria-uno', 'firmas'],
      says: /301 minutes.*office/,
    },
  ],
]

describe('an offices file', () => {
  it('without a fault is accepted, with its defaults filled in', () => {
    const { file, faults } = check(sampleFile())
    expect(faults).toEqual([])
    expect(file?.offices[0]?.lines[1]).toMatchObject({ virtual: false, frozen: false, fallback_minutes: 5 })
  })

  it.each(CASES)('with a fault of kind %s says so, and where', (kind, { bend, path, slugs, says }) => {
    const file = sampleFile()
    bend(file)
    const { file: accepted, faults } = check(file)
    expect(accepted).toBeNull()
    const fault = faults.find(found => found.kind === kind && found.path === path)
    expect(fault, faults.map(faultText).join('\n')).toBeDefined()
    expect(fault?.message).toMatch(says)
    if (slugs) expect(fault?.slugs).toEqual(slugs)
  })

  it('may book by video what the office’s own hours do not hold, and fill hours that meet', () => {
    const file: Bendable = sampleFile()
    Object.assign(reservationsOf(file), {
      modalities: ['video'],
      hours: [{ days: [6], from: '22:00', to: '24:00' }],
    })
    expect(check(file).faults).toEqual([])
    Object.assign(file.offices[0].lines[0].reservations, {
      modalities: ['in-person', 'video'],
      hours: [{ days: [1], from: '13:00', to: '17:00' }],
    })
    file.offices[0].hours[1].from = '14:00'
    expect(check(file).faults).toEqual([])
    // Settings that wait: takes_reservations is said, and says no.
    file.offices[0].lines[0].takes_reservations = false
    expect(check(file).faults).toEqual([])
  })

  it('has a test for every kind of fault', () => {
    const tested = new Set<FaultKind>([
      ...CASES.map(([kind]) => kind),
      'not-json',
      'too-deep',
      'repeated-key',
      'policy-twice',
    ])
    expect(FAULT_KINDS.filter(kind => !tested.has(kind))).toEqual([])
  })

  it('names all its faults at once, in the order of its lines', () => {
    const file: Bendable = sampleFile()
    delete file.offices[0].name
    file.offices[0].lines[1].prefix = 'F'
    file.offices[1].time_zone = 'Chile'
    file.clerks[0].offices = ['nowhere']
    const { faults } = check(file)
    expect(faults.map(fault => fault.kind)).toEqual([
      'shape',
      'duplicate-prefix',
      'unknown-time-zone',
      'unknown-office',
    ])
    const lines = faults.map(fault => fault.line ?? 0)
    expect(lines).toEqual([...lines].sort((a, b) => a - b))
  })

  it('checks what is well formed beside what is not: one bad entry hides no other', () => {
    const file: Bendable = sampleFile()
    file.offices[0].hours = [
      { days: [1], from: 'nine', to: '14:00' },
      { days: [2], from: '10:00', to: '12:00' },
      { days: [2], from: '11:00', to: '13:00' },
    ]
    expect(check(file).faults.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'shape offices[0].hours[0].from',
      'hours-overlap offices[0].hours[2]',
    ])
  })

  it('names each thing once: a holiday that is no day is one fault', () => {
    const file: Bendable = sampleFile()
    file.holidays = ['2026-12-25', 'Navidad', '2026-02-30']
    file.offices[0].closures = ['2027-13-01']
    expect(check(file).faults.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'shape holidays[1]',
      'shape holidays[2]',
      'shape offices[0].closures[0]',
    ])
  })

  it('says one policy for all offices, in one of its parts', () => {
    const policy = { version: '1', es: 'Así', en: 'Thus', pt: 'Assim' }
    const { organizations, offices, clerks } = sampleFile()
    const { faults } = checkOfficesFile([
      { file: 'a.json', text: JSON.stringify({ organizations, offices, clerks, policy }) },
      { file: 'b.json', text: JSON.stringify({ policy: { ...policy, version: '2' } }) },
    ])
    expect(faults).toMatchObject([{ kind: 'policy-twice', file: 'b.json', path: 'policy' }])
    expect(faults[0]?.message).toContain('line 1 of a.json')
  })

  it('that is no JSON says in which line it stops being any', () => {
    const { faults } = checkOfficesFile([{ file: 'broken.json', text: '{\n  "offices": [\n  {,}\n]}' }])
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatchObject({ kind: 'not-json', file: 'broken.json', line: 3 })
  })

  it('that has thousands of lists in one another says in which line they become too many', () => {
    const deep = `${'[\n'.repeat(3_000)}${Array(250_000).fill(0).join()}${']'.repeat(3_000)}`
    const { faults } = checkOfficesFile([{ file: 'deep.json', text: deep }])
    expect(faults.map(({ kind, file, line, path }) => ({ kind, file, line, path }))).toEqual([
      { kind: 'too-deep', file: 'deep.json', line: 33, path: '' },
    ])
  })

  it('that names a key twice says so, where JSON.parse would keep the last without a word', () => {
    const text = '{ "offices": [],\n "offices": [] }'
    const { faults } = checkOfficesFile([{ file: 'twice.json', text }])
    expect(faults.map(({ kind, line }) => ({ kind, line }))).toContainEqual({ kind: 'repeated-key', line: 2 })
  })

  it('may be kept in parts: one names what another holds, and a fault names its part', () => {
    const { organizations, offices, clerks } = sampleFile()
    const parts = (slug: string) =>
      checkOfficesFile([
        { file: 'a.json', text: JSON.stringify({ organizations, clerks }) },
        { file: 'b.json', text: JSON.stringify({ offices: [offices[0]] }) },
        { file: 'c.json', text: JSON.stringify({ offices: [{ ...offices[1], slug }] }, null, 1) },
      ])
    expect(parts('salud-en-linea').faults).toEqual([])
    const { faults } = parts('notaria-uno')
    expect(faults.map(fault => [fault.kind, fault.file])).toEqual([
      ['unknown-office', 'a.json'],
      ['duplicate-office', 'c.json'],
    ])
    expect(faults[1]?.message).toContain('in line 1 of b.json')
  })

  it('of one office has no more patterns judged than any office needs: what lies beyond is refused', () => {
    const file: Bendable = sampleFile()
    const [line] = file.offices[0].lines
    const [question] = line.ticket_form
    // Each is a good one, and each costs some.
    file.offices[0].lines = Array.from({ length: 10 }, (_, at) => ({
      ...line,
      slug: `fila-${at}`,
      prefix: String.fromCharCode(65 + at),
      ticket_form: Array.from({ length: 30 }, (_, index) => ({
        ...question,
        id: `dato-${index}`,
        limit: null,
        validCharacter: `.{1,${500 + 30 * at + index}}`,
      })),
    }))
    const { faults } = check(file)
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(['pattern-dangerous']))
    expect(faults.length).toBeGreaterThan(200)
    expect(faults.length).toBeLessThan(300)
    expect(faults.at(-1)).toMatchObject({
      path: 'offices[0].lines[9].ticket_form[29].validCharacter',
      message: expect.stringContaining('together'),
    })
  })

  it('of thousands of offices may ask the same of everybody, and each something of its own', () => {
    const file: Bendable = sampleFile()
    const [office] = file.offices
    file.offices = Array.from({ length: 2_000 }, (_, at) => {
      const one = structuredClone(office)
      one.slug = `notaria-${at}`
      one.lines[0].ticket_form[0].validCharacter = '.{1,1000}'
      one.lines[0].ticket_form[0].limit = null
      return one
    })
    // Together more than one office may ask alone.
    file.offices.slice(0, 80).forEach((one: Bendable, at: number) => {
      one.lines[0].ticket_form.push({ ...QUESTION, id: 'propio', validCharacter: `.{1,${500 - at}}` })
    })
    file.clerks = []
    expect(check(file).faults).toEqual([])
  })

  it('is told in lines that a terminal turns into links', () => {
    const file: Bendable = sampleFile()
    file.offices[0].lines[1].prefix = 'F'
    const { faults } = check(file)
    expect(faults.map(faultText)).toEqual([
      expect.stringMatching(
        /^offices\.json:\d+: offices\[0\]\.lines\[1\]\.prefix \(notaria-uno \/ copias\): the prefix “F” stands already in line \d+$/,
      ),
    ])
  })
})
