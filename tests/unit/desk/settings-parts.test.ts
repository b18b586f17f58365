import { setupI18n } from '@lingui/core'
import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { messages } from '#locales/es/settings.po'
import { differences } from '#src/desk/settings/differences.ts'
import { type EditedOffice, editedOffice, entryOf } from '#src/desk/settings/edited-office.ts'
import { faultText } from '#src/desk/settings/fault-text.ts'
import { placeText } from '#src/desk/settings/field-text.ts'
import { weekText } from '#src/desk/settings/hours-text.ts'
import { officeInFile } from '#src/desk/settings/office-file.ts'
import { changedParts, mergeChanges } from '#src/desk/settings/parts.ts'
import { placeFaults } from '#src/desk/settings/place-faults.ts'
import { withValue } from '#src/desk/settings/place.ts'
import { editedAt } from '#src/desk/settings/settings-place.ts'
import { hoursOf, weekOf } from '#src/desk/settings/week.ts'
import { checkOfficesFile } from '#server/offices/file/check-offices-file.ts'
import { FAULT_KINDS } from '#server/offices/file/fault.ts'

const i18n = setupI18n({ locale: 'es', messages: { es: messages } })

/** As the server tells it: no key that has no value. */
const entry = {
  slug: 'notaria-norte',
  name: 'Notaría Norte',
  category: 'notarias',
  address: 'Avenida Central 1',
  district: 'Santiago',
  region: 'Metropolitana',
  latitude: -33.4,
  longitude: -70.6,
  time_zone: 'America/Santiago',
  hours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '14:00' }],
  lines: [
    { slug: 'firmas', name: 'Firmas', prefix: 'A' },
    { slug: 'copias', name: 'Copias', prefix: 'C' },
  ],
  modulos: ['1', '2'],
}
const office = (more: Record<string, unknown> = {}): EditedOffice =>
  parse(editedOffice, { ...entry, ...more })
const set = (place: string, value: unknown, before = office()) => withValue(before, place, value)

describe('hours by day', () => {
  const night = [
    { days: [5, 6], from: '22:00', to: '24:00' },
    { days: [6, 7], from: '00:00', to: '03:00' },
  ]
  it.each([
    ['a week', [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '14:00' }]],
    [
      'a pause at noon',
      [
        { days: [1, 3], from: '09:00', to: '13:00' },
        { days: [1, 3], from: '15:00', to: '18:30' },
      ],
    ],
    ['a night', night],
    ['round the clock', [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }]],
    ['until midnight', [{ days: [2], from: '18:00', to: '24:00' }]],
    [
      'a Sunday night',
      [
        { days: [1], from: '00:00', to: '02:00' },
        { days: [7], from: '23:00', to: '24:00' },
      ],
    ],
  ])('[ADMIN-02] of %s are the file’s again', (_name, hours) => {
    expect(hoursOf(weekOf(hours))).toEqual(hours)
  })

  it('[ADMIN-02] that go on over midnight are one span of the evening', () => {
    expect(weekOf(night)[4]).toEqual([{ from: '22:00', to: '03:00' }])
    expect(weekOf(night)[5]).toEqual([{ from: '22:00', to: '03:00' }])
    expect(weekOf(night)[6]).toEqual([])
  })

  it.each([
    [[{ days: [1, 2, 3, 4, 5], from: '09:00', to: '14:00' }], /^Lun a vie 9:00.14:00$/],
    [
      [
        { days: [1, 2], from: '09:00', to: '13:00' },
        { days: [1, 2], from: '15:00', to: '18:00' },
        { days: [6], from: '10:00', to: '13:00' },
      ],
      /^Lun y mar 9:00.13:00, 15:00.18:00 · sáb 10:00.13:00$/,
    ],
    [[{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }], /^Todos los días todo el día$/],
    [[], /nunca abre/],
  ])('[ADMIN-02] are said in one sentence', (hours, sentence) => {
    expect(weekText(weekOf(hours), i18n)).toMatch(sentence)
  })
})

describe('an entry that is edited', () => {
  it('[ADMIN-02] says the same, where nothing was changed', () => {
    const once = office()
    expect(parse(editedOffice, entryOf(once))).toEqual(once)
    expect(entryOf(once)).toMatchObject(entry)
  })

  it('[ADMIN-02] gives the questions of a line back as they are, with the choices of those that have some', () => {
    const choice = { id: 'tipo', fieldType: 'select', question: '¿Qué trámite?', options: ['Poder', 'Copia'] }
    const text = { id: 'nota', fieldType: 'text', question: '¿Algo más?' }
    const form = [choice, text]
    const asking = office({
      lines: [{ slug: 'firmas', name: 'Firmas', prefix: 'A', ticket_form: form, reservations: { form } }],
    })
    expect(entryOf(asking)).toMatchObject({ lines: [{ ticket_form: form, reservations: { form } }] })
    // What has no choices has no list of them either: the file's checker takes none.
    const [line] = entryOf(asking).lines as { ticket_form: object[] }[]
    expect(line?.ticket_form[1]).not.toHaveProperty('options')
  })

  it('[ADMIN-02] keeps what this version does not know', () => {
    const more = office({ beyond: { all: true }, options: { web_only: false, roof: 'red' } })
    expect(entryOf(more)).toMatchObject({ beyond: { all: true }, options: { roof: 'red' } })
  })
})

describe('what a switch hides', () => {
  /** What the file's own checker has against the office, as it is saved. */
  const against = (edited: EditedOffice) => {
    const file = {
      organizations: [{ category: 'notarias', line_categories: [] }],
      offices: [entryOf(edited)],
    }
    const { faults } = checkOfficesFile([{ file: 'offices.json', text: JSON.stringify(file) }])
    return faults.map(({ kind, path }) => `${kind} ${path}`)
  }
  const bothWays = { takes_reservations: true, reservations: { modalities: ['in-person', 'video'] } }
  const lines = [
    { slug: 'firmas', name: 'Firmas', prefix: 'A', type: 'kiosk', ...bothWays },
    { slug: 'copias', name: 'Copias', prefix: 'C', type: 'hidden' },
  ]
  const placed = office({ lines })

  it('[ADMIN-02] is not saved of an office that is on the internet alone: it has no place, and no kiosk', () => {
    expect(against(placed)).toEqual([])
    const virtual = office({ lines: lines.map(line => ({ ...line, virtual: true })) })
    const online = set('options.web_only', true, virtual)
    expect(against(online)).toEqual([])
    expect(entryOf(online)).toMatchObject({
      latitude: null,
      longitude: null,
      lines: [{ type: 'normal', reservations: { modalities: ['video'] } }, { type: 'hidden' }],
    })
    // What is not that yet is said where it is seen.
    expect(against(set('options.web_only', true, placed))).toEqual([
      'line-without-place offices[0].lines[0].virtual',
      'line-without-place offices[0].lines[1].virtual',
    ])
    // Whoever takes the tick out again has it all.
    expect(entryOf(set('options.web_only', false, online))).toEqual(entryOf(virtual))
  })

  it('[ADMIN-02] is not saved of a line that is attended by video: nobody books it in person', () => {
    const byVideo = set('lines[0].virtual', true, placed)
    expect(against(byVideo)).toEqual([])
    expect(entryOf(byVideo)).toMatchObject({
      latitude: -33.4,
      lines: [{ type: 'kiosk', reservations: { modalities: ['video'] } }, {}],
    })
    // Where nothing is left, it is what is usual for such a line.
    const inPerson = set('lines[0].reservations.modalities', ['in-person'], byVideo)
    expect(against(inPerson)).toEqual([])
    expect(entryOf(set('lines[0].virtual', false, inPerson))).toMatchObject({
      lines: [{ reservations: { modalities: ['in-person'] } }, {}],
    })
  })
})

describe('two who change one office', () => {
  const base = office()
  const mine = set('lines[0].name', 'Firmas y poderes', set('name', 'Notaría del Norte'))
  const theirs = set('lines[1].prefix', 'D', set('modulos', ['1', '2', '3']))

  it('[ADMIN-02] go together, where they changed other parts', () => {
    const { office: merged, clashes, theirs: taken } = mergeChanges(base, mine, theirs)
    expect(clashes).toEqual([])
    expect(taken).toEqual(['line:copias', 'modulos'])
    expect(merged).toMatchObject({
      name: 'Notaría del Norte',
      modulos: ['1', '2', '3'],
      lines: [{ name: 'Firmas y poderes' }, { prefix: 'D' }],
    })
  })

  it('[ADMIN-02] go together, where one changed what is done and the other the módulos', () => {
    const listed = set('services', ['Copia'])
    const { office: merged, clashes, theirs: taken } = mergeChanges(base, listed, theirs)
    expect([clashes, taken]).toEqual([[], ['line:copias', 'modulos']])
    expect(merged).toMatchObject({ services: ['Copia'], modulos: ['1', '2', '3'] })
    expect(mergeChanges(base, listed, set('services', ['Firma'])).clashes).toEqual(['services'])
  })

  it('[ADMIN-02] are asked for each part that both changed, and for no other', () => {
    const also = set('lines[0].name', 'Poderes', theirs)
    expect(mergeChanges(base, mine, also).clashes).toEqual(['line:firmas'])
    expect(mergeChanges(base, mine, also).office.lines[0]?.name).toBe('Poderes')
    const kept = mergeChanges(base, mine, also, new Set(['line:firmas']))
    expect(kept.office.lines.map(({ name, prefix }) => [name, prefix])).toEqual([
      ['Firmas y poderes', 'A'],
      ['Copias', 'D'],
    ])
  })

  it('[ADMIN-02] clash not where both changed the same to the same', () => {
    expect(mergeChanges(base, mine, mine).clashes).toEqual([])
    expect(changedParts(base, mergeChanges(base, mine, mine).office)).toEqual(['office', 'line:firmas'])
  })

  it('[ADMIN-02] lose no line that one added, and keep none that one retired', () => {
    const added = { ...office(), lines: [...base.lines, { ...base.lines[0]!, slug: 'nueva', prefix: 'N' }] }
    const retired = { ...office(), lines: base.lines.slice(0, 1) }
    const { office: merged, clashes } = mergeChanges(base, added, retired)
    expect(clashes).toEqual([])
    expect(merged.lines.map(({ slug }) => slug)).toEqual(['firmas', 'nueva'])
    // A line that is gone there and changed here is asked for.
    expect(mergeChanges(base, set('lines[1].name', 'Otra'), retired).clashes).toEqual(['line:copias'])
  })
})

describe('a fault of the file’s checker', () => {
  const fault = (kind: string, path: string) => ({ kind, path, message: 'as operators read it' })

  it('[ADMIN-02] in hours stands at the day of which they are', () => {
    const crossed = set('hours', [
      [{ from: '09:00', to: '14:00' }],
      [
        { from: '09:00', to: '14:00' },
        { from: '13:00', to: '18:00' },
      ],
      [],
      [],
      [],
      [],
      [],
    ])
    const entries = hoursOf(crossed.hours)
    const nth = entries.findIndex(({ from }) => from === '13:00')
    expect(placeFaults([fault('hours-overlap', `hours[${nth}]`)], crossed)).toMatchObject([
      { at: 'hours[1][1]' },
    ])
    // The other one is of Monday as well, where nothing is wrong with it.
    expect(placeFaults([fault('hours-overlap', 'hours[0]')], crossed)).toMatchObject([{ at: 'hours[1][0]' }])
  })

  it('[ADMIN-02] in a line’s own hours, too; and what is about none of them at all of them', () => {
    const own = set('lines[1].reservations.hours', office().hours)
    expect(placeFaults([fault('block-too-long', 'lines[1].reservations.hours[0]')], own)[0]?.at).toBe(
      'lines[1].reservations.hours[0][0]',
    )
    expect(placeFaults([fault('shape', 'hours[9]')], own)[0]?.at).toBe('hours')
    expect(placeFaults([fault('prefix-missing', 'lines[0].prefix')], own)[0]?.at).toBe('lines[0].prefix')
  })

  it('[ADMIN-02] is named by where it stands, and leads there', () => {
    expect(placeText('lines[0].ticket_form[1].options[0]', office(), i18n)).toBe(
      'Fila Firmas › Preguntas al sacar número › n.º 2 › Opciones › n.º 1',
    )
    expect(placeText('calls.repeats', office(), i18n)).toBe('Veces que se repite un llamado')
    expect(editedAt('lines[0].ticket_form[1].options', office())).toEqual({
      section: 'lines',
      line: 'firmas',
      part: 'ticket_form',
    })
    expect(editedAt('lines[1].reservations.form[0]', office())).toMatchObject({
      line: 'copias',
      part: 'form',
    })
    expect(editedAt('warnings.waiting', office())).toEqual({ section: 'numbers' })
    expect(editedAt('', office())).toEqual({ section: 'office' })
  })

  it('[ADMIN-02] has a sentence for whoever runs the office, of every kind that one office can have', () => {
    // What only a file of several offices can have wrong.
    const ofFiles = [
      'no-offices',
      'duplicate-office',
      'duplicate-organization',
      'duplicate-line-category',
      'duplicate-clerk',
      'unknown-office',
    ]
    const said = FAULT_KINDS.filter(kind => !ofFiles.includes(kind)).map(kind =>
      faultText(fault(kind, kind === 'shape' ? 'name' : ''), i18n),
    )
    expect(said.filter(sentence => sentence.includes('operators'))).toEqual([])
    expect(faultText(fault('shape', 'lines[0].reservations.minutes'), i18n)).toBe(
      'Escribe un número de 5 a 480.',
    )
    expect(faultText(fault('shape', 'lines[2].prefix'), i18n)).toContain('mayúsculas')
  })
})

describe('a difference', () => {
  it('[ADMIN-02] is said in the words of the screen', () => {
    const before = office()
    const after = set('lines[0].type', 'kiosk', set('hours', weekOf([]), before))
    expect(differences(before, after, 'line:firmas', i18n)).toEqual([
      {
        place: 'Dónde se saca número',
        before: 'En el teléfono y en la oficina',
        after: 'Solo en la oficina',
      },
    ])
    expect(differences(before, after, 'hours', i18n)).toEqual([
      { place: 'Horario', before: expect.stringContaining('Lun a vie'), after: 'Sin horas: nunca abre' },
    ])
    const retired = { ...before, lines: before.lines.slice(0, 1) }
    expect(differences(before, retired, 'line:copias', i18n)).toEqual([
      { place: 'Fila Copias', before: 'Copias', after: null },
    ])
  })
})

describe('a file', () => {
  it('[ADMIN-02] is of this office, of others, or of nothing', () => {
    expect(officeInFile(JSON.stringify({ offices: [entry] }), entry.slug)).toEqual({ entry })
    expect(officeInFile(JSON.stringify(entry), entry.slug)).toEqual({ entry })
    expect(officeInFile(JSON.stringify({ offices: [entry] }), 'otra')).toEqual({ others: ['Notaría Norte'] })
    for (const text of ['', '[]', '7', '{}', '{"offices":[7]}', 'not json'])
      expect(officeInFile(text, entry.slug)).toEqual({ unreadable: true })
  })
})
