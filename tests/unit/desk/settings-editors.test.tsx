// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { DeskTools } from '#src/desk/desk-tools.ts'
import { loadLanguage } from '#src/desk/load-language.ts'
import { FormPart } from '#src/desk/settings/form-part.tsx'
import { LineForm } from '#src/desk/settings/line-form.tsx'
import { LineReservations } from '#src/desk/settings/line-reservations.tsx'
import { ModulosPart } from '#src/desk/settings/modulos-part.tsx'
import { valueAt } from '#src/desk/settings/place.ts'
import { PolicyPart } from '#src/desk/settings/policy-part.tsx'
import { PreferencePart } from '#src/desk/settings/preference-part.tsx'
import type { SettingsApi } from '#src/desk/settings/settings-api.ts'
import { createSettingsStore } from '#src/desk/settings/settings-store.ts'
import { SettingsPageProvider } from '#src/desk/settings/use-settings.ts'
import { inDesk } from './in-desk.tsx'
import { notarySettings } from './notary-entry.ts'

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
afterEach(cleanup)

/** An editor of the settings, with an office of which these keys are so. */
function open(
  editor: ReactNode,
  keys: Record<string, unknown>,
  faults: { kind: string; path: string }[] = [],
) {
  const api = {
    check: () => Promise.resolve({ faults: [], touches: null }),
    save: () => Promise.resolve({ faults, settings: null, told: 0, untold: 0 }),
  } as unknown as SettingsApi
  const settings = createSettingsStore(api, { read: () => null, write: () => {} }, 'office-settings')
  settings.seen(notarySettings({ time_zone: 'America/Santiago', ...keys }))
  const Desk = inDesk({ clock: { now: () => Date.now() } } as DeskTools, new QueryClient())
  render(
    <I18nProvider i18n={i18n}>
      <Desk>
        <SettingsPageProvider value={{ settings, api, go: () => {} }}>{editor}</SettingsPageProvider>
      </Desk>
    </I18nProvider>,
  )
  const draft = () => {
    const { draft } = settings.store.getState()
    if (!draft) throw new Error('nothing is edited')
    return draft
  }
  return { draft, settings, save: () => act(() => settings.save()) }
}

it('[ADMIN-02] [FORM-02] a question that comes for one that was removed is another one: no answer to that one stands under it', () => {
  const asked = [
    { id: 'pregunta-1', fieldType: 'text', question: 'Nombre' },
    { id: 'pregunta-2', fieldType: 'text', question: 'Motivo' },
  ]
  const { draft } = open(<FormPart at="lines[0].ticket_form" />, {
    lines: [{ slug: 'firmas', name: 'Firmas', prefix: 'A', ticket_form: asked }],
  })
  const ids = () => draft().lines[0]?.ticket_form.map(({ id }) => id) ?? []
  const seen = new Set(ids())
  for (let times = 0; times < 3; times++) {
    fireEvent.click(screen.getAllByText('Quitar la pregunta').at(-1)!)
    fireEvent.click(screen.getByText('Agregar una pregunta'))
    const id = ids()[1]!
    expect(seen).not.toContain(id)
    // As the offices file takes it.
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    seen.add(id)
  }
})

/** Key by key, over what stands there. */
function typeInto(label: string, name: string) {
  const field = screen.getByLabelText<HTMLInputElement>(label)
  for (let keys = 1; keys <= name.length; keys++) {
    fireEvent.change(field, { target: { value: name.slice(0, keys) } })
  }
}

const fixed = (modulo: string, slug: string) => ({ modulo, lines: [slug] })
const NOTARY_OF_TWO = {
  lines: [
    { slug: 'firmas', name: 'Firmas', prefix: 'A' },
    { slug: 'copias', name: 'Copias', prefix: 'C' },
  ],
  modulos: ['Módulo 1', 'Módulo 2'],
}

it.each([
  ['alone has some', [fixed('Módulo 2', 'firmas')]],
  ['has some, as the other one has', [fixed('Módulo 1', 'copias'), fixed('Módulo 2', 'firmas')]],
])(
  '[ADMIN-02] a módulo that %s keeps its fixed lines, whatever name it goes through as it is typed',
  (_which, before) => {
    const { draft } = open(<ModulosPart />, { ...NOTARY_OF_TWO, modulo_lines: before })
    typeInto('Módulo 2: nombre', 'Módulo 12')
    expect(draft().modulos).toEqual(['Módulo 1', 'Módulo 12'])
    expect(draft().modulo_lines).toEqual([...before.slice(0, -1), fixed('Módulo 12', 'firmas')])
  },
)

it('[ADMIN-02] where two módulos have one name for a while, neither takes the fixed lines of the other', () => {
  const { draft } = open(<ModulosPart />, { ...NOTARY_OF_TWO, modulo_lines: [fixed('Módulo 1', 'firmas')] })
  typeInto('Módulo 2: nombre', 'Módulo 1')
  // Of which of the two would it be?
  expect(screen.queryByLabelText('Fijar sus filas Módulo 1')).toBeNull()
  typeInto('Módulo 1: nombre', 'Caja')
  expect(draft().modulos).toEqual(['Caja', 'Módulo 1'])
  expect(draft().modulo_lines).toEqual([fixed('Caja', 'firmas')])
})

it('[ADMIN-02] a módulo that is removed takes its fixed lines along, also where another has its name', () => {
  const { draft } = open(<ModulosPart />, { ...NOTARY_OF_TWO, modulo_lines: [fixed('Módulo 2', 'firmas')] })
  typeInto('Módulo 2: nombre', 'Módulo 1')
  fireEvent.click(screen.getAllByLabelText('Quitar: Módulo 1').at(-1)!)
  expect(draft().modulos).toEqual(['Módulo 1'])
  expect(draft().modulo_lines).toEqual([])
})

it('[ADMIN-02] hours of its own that a line keeps for later are there to be mended where a save is refused for them', async () => {
  const own = { hours: [{ days: [1], from: '09:00', to: '20:00' }] }
  const { draft, save } = open(
    <LineReservations nth={0} />,
    {
      lines: [{ slug: 'firmas', name: 'Firmas', prefix: 'A', takes_reservations: false, reservations: own }],
    },
    [{ kind: 'hours-outside-office', path: 'lines[0].reservations.hours[0]' }],
  )
  expect(screen.queryByLabelText('lunes, cierra')).toBeNull()
  await save()
  // Also once it is being mended.
  for (const to of ['19:00', '18:00']) {
    fireEvent.change(screen.getByLabelText('lunes, cierra'), { target: { value: to } })
  }
  expect(draft().lines[0]?.reservations.hours?.[0]).toEqual([{ from: '09:00', to: '18:00' }])
})

const POLICY = {
  version: '2026-1',
  es: 'Guardamos su nombre.',
  en: 'We keep your name.',
  pt: 'Guardamos seu nome.',
}
const QUESTIONS = [{ id: 'motivo', fieldType: 'text', question: 'Motivo' }]
const WEEK = [{ days: [1], from: '10:00', to: '11:00' }]
const line = (reservations: object) => ({
  lines: [{ slug: 'firmas', name: 'Firmas', prefix: 'A', takes_reservations: true, reservations }],
})
it.each([
  [
    'the policy',
    <PolicyPart key="p" />,
    { policy: POLICY },
    'La política de todas las oficinas',
    'Una de esta oficina',
    'policy',
  ],
  [
    'the questions of a reservation',
    <LineForm key="f" nth={0} />,
    line({ form: QUESTIONS }),
    'Nombre, teléfono y correo',
    'Otras preguntas, o ninguna',
    'lines[0].reservations.form',
  ],
  [
    'the hours of a reservation',
    <LineReservations key="r" nth={0} />,
    line({ hours: WEEK }),
    'Cuando la oficina está abierta',
    'En otro horario',
    'lines[0].reservations.hours',
  ],
] as const)(
  '[ADMIN-02] %s are there again, as they were typed, after a press on the other choice',
  (_what, editor, keys, off, on, at) => {
    const { draft } = open(editor, keys)
    const before = valueAt(draft(), at)
    expect(before).toBeTruthy()
    fireEvent.click(screen.getByLabelText(off))
    expect(valueAt(draft(), at)).toBeNull()
    fireEvent.click(screen.getByLabelText(on))
    expect(valueAt(draft(), at)).toEqual(before)
  },
)

it('[ADMIN-02] a policy of its own begins empty, with the day as its version', () => {
  const { draft } = open(<PolicyPart />, { policy: null })
  fireEvent.click(screen.getByLabelText('Una de esta oficina'))
  expect(draft().policy).toMatchObject({ es: '', en: '', pt: '' })
  expect(draft().policy?.version).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  // Typed, then switched off and on: still there.
  fireEvent.change(screen.getByLabelText(/español/i), { target: { value: 'Nueva' } })
  fireEvent.click(screen.getByLabelText('La política de todas las oficinas'))
  fireEvent.click(screen.getByLabelText('Una de esta oficina'))
  expect(draft().policy?.es).toBe('Nueva')
})

it('[ADMIN-02] what was typed, switched off and dropped comes back by no switch', () => {
  const { draft, settings } = open(<PolicyPart />, { policy: null })
  const typed = () => {
    fireEvent.click(screen.getByLabelText('Una de esta oficina'))
    const before = draft().policy?.es
    fireEvent.change(screen.getByLabelText(/español/i), { target: { value: 'Nueva' } })
    return before
  }
  const off = () => fireEvent.click(screen.getByLabelText('La política de todas las oficinas'))
  typed()
  off()
  act(() => settings.drop())
  expect(typed()).toBe('')
  off()
  act(() => settings.replace({ ...draft(), name: 'Otra' }))
  expect(typed()).toBe('')
})

it('[ADMIN-02] what one line put away is not given to another that comes into its place', () => {
  const { draft, settings } = open(<LineForm nth={0} />, line({ form: QUESTIONS }))
  fireEvent.click(screen.getByLabelText('Nombre, teléfono y correo'))
  const [first] = draft().lines
  if (!first) expect.fail('there is no line')
  act(() => settings.edit('lines', [{ ...first, slug: 'otra' }]))
  fireEvent.click(screen.getByLabelText('Otras preguntas, o ninguna'))
  expect(valueAt(draft(), 'lines[0].reservations.form')).toEqual([])
})

it('[ADMIN-02] how the preference was set is there again after «A nadie se le pregunta»', () => {
  const set = { law: 'cl-21768', before_reservations: false, rule: { one_in: 5 } }
  const { draft } = open(<PreferencePart />, { preference: set })
  const before = draft().preference
  fireEvent.click(screen.getByLabelText('A nadie se le pregunta'))
  expect(draft().preference).toBeNull()
  fireEvent.click(screen.getByLabelText('Por costumbre de la oficina'))
  expect(draft().preference).toEqual({ ...before, law: null })
})
