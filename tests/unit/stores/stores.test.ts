import { describe, expect, it } from 'vitest'
import { NOTIFICATION_ENQUEUE_DELAY_MS } from '#contract/limits.ts'
import type { Session } from '#contract/rest/login.ts'
import { type NewNotice, NOTICE_KINDS } from '#src/domain/notice.ts'
import { createConnectionStore } from '#src/stores/connection-store.ts'
import { createNewTicketStore } from '#src/stores/new-ticket-store.ts'
import { createNoticesStore } from '#src/stores/notices-store.ts'
import {
  createSessionStore,
  GUEST,
  isGuest,
  isUnknown,
  sessionAfter,
  sessionStore,
} from '#src/stores/session-store.ts'
import { createUiStore, isHidden } from '#src/stores/ui-store.ts'
import { HandTime, memorySettings } from '../platform/fakes.ts'

const session = (change: Partial<Session> = {}): Session => ({
  user_id: '11111111-1111-4111-8111-111111111111',
  token: 'token',
  expires_at: '2026-12-05T12:00:00.000Z',
  name: 'Ana',
  email: 'ana@example.cl',
  phone: '+56911111111',
  identity_type: 'rut',
  meta: { temporal: true },
  ...change,
})

describe('the session', () => {
  const signedIn = (change: Partial<Session>) =>
    sessionAfter(GUEST, { type: 'signed-in', session: session(change) })

  it('[AUTH-01] is a guest’s by default; a login sets the user and clears the guest; logging out sets it again', () => {
    const store = createSessionStore()
    expect(store.getState()).toMatchObject({ status: 'guest', user: null, token: null })
    store.getState().apply({ type: 'signed-in', session: session() })
    expect(isGuest(store.getState())).toBe(false)
    store.getState().apply({ type: 'signed-out' })
    expect(store.getState()).toMatchObject({ ...GUEST })
  })

  it('[AUTH-03] a full user needs token and e-mail; a temporary one token and temporal flag', () => {
    expect(signedIn({ meta: { temporal: false } }).status).toBe('registered')
    expect(signedIn({ meta: { temporal: false }, email: null }).status).toBe('guest')
    expect(signedIn({ meta: { temporal: false }, token: '' }).status).toBe('guest')
    expect(signedIn({ email: null }).status).toBe('temporary')
    expect(signedIn({ token: '' }).status).toBe('guest')
  })

  it('is loading until it is resolved or fails', () => {
    const loading = sessionAfter(GUEST, { type: 'loading' })
    expect(loading.isLoading).toBe(true)
    expect(sessionAfter(loading, { type: 'failed', code: 'offline' })).toMatchObject({
      isLoading: false,
      error: 'offline',
    })
    expect(sessionAfter(loading, { type: 'signed-in', session: session() }).isLoading).toBe(false)
    expect(sessionAfter(loading, { type: 'signed-out' }).isLoading).toBe(false)
  })

  it('is unknown before anybody has looked, and never while a guest signs in: their form stays', () => {
    const first = sessionStore.getState()
    expect(isUnknown(first)).toBe(true)
    const looked = sessionAfter(sessionAfter(first, { type: 'loading' }), { type: 'failed', code: 'offline' })
    expect(isUnknown(looked)).toBe(false)
    expect(isUnknown(sessionAfter(looked, { type: 'loading' }))).toBe(false)
    expect(isUnknown(sessionAfter(first, { type: 'signed-out' }))).toBe(false)
  })

  it('[AUTH-09] that expired is a guest’s who is told so', () => {
    const state = sessionAfter(signedIn({}), { type: 'expired' })
    expect(state).toMatchObject({ status: 'expired', user: null, token: null, error: 'session-expired' })
    expect(isGuest(state)).toBe(true)
  })
})

it('[CHAN-01] channels are kept by office, locked and then joined, and go when they are left', () => {
  const store = createConnectionStore()
  const { setChannel } = store.getState()
  setChannel('centro', 'locked')
  setChannel('norte', 'locked')
  setChannel('centro', 'joined')
  expect(store.getState().channels).toEqual({ centro: 'joined', norte: 'locked' })
  setChannel('centro', null)
  expect(store.getState().channels).toEqual({ norte: 'locked' })
})

const ASKED = { officeSlug: 'centro', lineId: 1, requestId: 'r', declared: false }

it('[TKT-02] a new ticket is ongoing, then finished or failed, and can be restarted', () => {
  const store = createNewTicketStore(memorySettings())
  const look = () => {
    const { isOngoing, didFinish, failure } = store.getState().tickets[1] ?? {}
    return [isOngoing, didFinish, failure?.code ?? null]
  }
  store.getState().begin(ASKED)
  expect(look()).toEqual([true, false, null])
  store.getState().taken(1, 't', false)
  expect(look()).toEqual([false, true, null])
  store.getState().begin(ASKED)
  store.getState().taken(1, 't', true)
  expect(look()).toEqual([false, false, null])
  store.getState().begin(ASKED)
  store.getState().failed(1, { code: 'timeout', message: null })
  expect(look()).toEqual([false, false, 'timeout'])
  store.getState().restart(1)
  expect(look()).toEqual([false, false, null])
})

it('[TKT-11] a number that was asked for is known of after a reload, until it is known what became of it', () => {
  const tab = memorySettings()
  const reloaded = () => createNewTicketStore(tab).getState().tickets
  const store = createNewTicketStore(tab)
  const another = { ...ASKED, lineId: 2, requestId: 's', declared: true }
  store.getState().begin(ASKED)
  store.getState().setStep(1, 'joining')
  expect(reloaded()).toEqual({})
  store.getState().setStep(1, 'asking')
  store.getState().begin(another)
  store.getState().setStep(2, 'asking')
  store.getState().failed(2, { code: 'unknown', message: null })
  expect(reloaded()).toMatchObject({
    1: { isOngoing: false, wish: ASKED, tuid: null, failure: { code: 'unknown' } },
    2: { isOngoing: false, wish: another, tuid: null, failure: { code: 'unknown' } },
  })
  store.getState().taken(1, 't', true)
  expect(Object.keys(reloaded())).toEqual(['2'])
  store.getState().clear()
  expect(reloaded()).toEqual({})
  tab.write('numbers-asked-for', '[{"lineId":1},3,null]')
  expect(reloaded()).toEqual({})
  tab.write('numbers-asked-for', '{')
  expect(reloaded()).toEqual({})
})

describe('notices', () => {
  const alert = (subject: string): NewNotice => ({
    kind: 'alert',
    subject,
    code: 'channel-join',
    officeSlug: subject,
  })

  it('[NOTE-01] are of the kinds of the specification, and of one of our own for what an office says', () => {
    expect(NOTICE_KINDS).toEqual([
      'alert',
      'call',
      'almost_there',
      'skipped',
      'message',
      'poll',
      'success',
      'isTemporary',
      'needRegistry',
      'new-alert',
      'new-alert-error',
      'generic-error',
      'block-already-taken-error',
    ])
  })

  it('[CALL-03] say how near the turn is once, not how near it was, and nothing of it after the call', () => {
    const store = createNoticesStore(new HandTime())
    const ticket = { tuid: 'a', ticket: 'A042', line_id: 1, line_name: 'Firmas' }
    const near = (tuid: string, ahead: number): NewNotice => ({
      ...ticket,
      kind: 'almost_there',
      subject: `${tuid}:${ahead}`,
      tuid,
      ahead,
    })
    const subjects = () => store.getState().notices.map(({ subject }) => subject)
    for (const [tuid, ahead] of [
      ['a', 10],
      ['b', 10],
      ['a', 5],
    ] as const)
      store.getState().raise(near(tuid, ahead))
    expect(subjects()).toEqual(['b:10', 'a:5'])
    store.getState().raise({
      ...ticket,
      kind: 'call',
      subject: 'a',
      modulo: '3',
      meet: false,
      ticket_time: '',
      office_name: null,
    })
    expect(subjects()).toEqual(['b:10', 'a'])
  })

  it('[NOTE-02] are not raised twice for the same subject within 120 s, dismissed or not', () => {
    const time = new HandTime()
    const store = createNoticesStore(time)
    const { raise } = store.getState()
    expect(raise(alert('centro'))).toBe(true)
    store.getState().dismiss(store.getState().notices[0]?.id ?? 0)
    time.pass(NOTIFICATION_ENQUEUE_DELAY_MS - 1)
    expect(raise(alert('centro'))).toBe(false)
    expect(raise(alert('norte'))).toBe(true)
    expect(raise({ kind: 'generic-error', subject: 'centro', code: 'offline' })).toBe(true)
    time.pass(1)
    expect(raise(alert('centro'))).toBe(true)
    expect(store.getState().notices.map(({ subject }) => subject)).toEqual(['norte', 'centro', 'centro'])
  })

  it('[NOTE-02] are raised again where the clock stood hours ahead when they were raised first', () => {
    const time = new HandTime()
    const { raise } = createNoticesStore(time).getState()
    raise(alert('centro'))
    time.pass(-3 * 3_600_000)
    expect(raise(alert('centro'))).toBe(true)
    expect(raise(alert('centro'))).toBe(false)
  })

  it('[NOTE-02] are raised where something else is said of the same', () => {
    const { raise } = createNoticesStore(new HandTime()).getState()
    const said = (code: string) => raise({ kind: 'success', subject: 'tuid', code })
    expect(['parked', 'returned', 'parked'].map(said)).toEqual([true, true, false])
    const failed = (code: 'reserve-delete-failed' | 'reservation-removed') =>
      raise({ kind: 'generic-error', subject: 'ruid', code })
    expect([failed('reserve-delete-failed'), failed('reservation-removed')]).toEqual([true, true])
    const notJoined = (code: 'channel-join' | 'channel-join-failed') =>
      raise({ kind: 'alert', subject: 'centro', code, officeSlug: 'centro' })
    expect([notJoined('channel-join'), notJoined('channel-join-failed')]).toEqual([true, false])
  })

  it('that were refused do not push the time away', () => {
    const time = new HandTime()
    const { raise } = createNoticesStore(time).getState()
    raise(alert('centro'))
    time.pass(100_000)
    raise(alert('centro'))
    time.pass(20_000)
    expect(raise(alert('centro'))).toBe(true)
  })

  it('are dismissed one by one, and cleared together', () => {
    const store = createNoticesStore(new HandTime())
    store.getState().raise(alert('a'))
    store.getState().raise(alert('b'))
    const [first] = store.getState().notices
    store.getState().dismiss(first?.id ?? 0)
    expect(store.getState().notices).toMatchObject([{ subject: 'b' }])
    store.getState().clear()
    expect(store.getState().notices).toEqual([])
  })
})

describe('what the screens show', () => {
  it('[I18N-01] Spanish by default; the choice is remembered by the device, for a start without a network', () => {
    const settings = memorySettings()
    const store = createUiStore(settings)
    expect(store.getState().language).toBe('es')
    store.getState().setLanguage('pt')
    store.getState().setTheme('dark')
    store.getState().setSound(false)
    expect(createUiStore(settings).getState()).toMatchObject({
      language: 'pt',
      theme: 'dark',
      sound: false,
      vibration: true,
    })
    // The choice once made wins over the browser's own language.
    expect(createUiStore(settings, ['en-US']).getState().language).toBe('pt')
    settings.write('language', 'klingon')
    expect(createUiStore(settings).getState().language).toBe('es')
  })

  it('[HAND-04] the first visit speaks the first of the browser’s languages that is one of ours, and Spanish to all others', () => {
    const firstVisit = (wanted: string[]) => createUiStore(memorySettings(), wanted).getState().language
    expect(firstVisit(['en-US', 'es-CL'])).toBe('en')
    expect(firstVisit(['de-DE', 'pt-BR', 'en'])).toBe('pt')
    expect(firstVisit(['ES-419'])).toBe('es')
    expect([firstVisit(['fr', 'de']), firstVisit([])]).toEqual(['es', 'es'])
    // "est" is Estonian, not Spanish.
    expect(firstVisit(['est', 'en'])).toBe('en')
  })

  it('[SHELL-06] [SHELL-07] the address hides items and brings customer params', () => {
    const store = createUiStore(memorySettings())
    store.getState().readAddress('?itemsToHide=bottomNav&utm_term=caja')
    expect(isHidden('bottomNav')(store.getState())).toBe(true)
    expect(isHidden('backArrow')(store.getState())).toBe(false)
    expect(store.getState().customerParams).toEqual({ utm_term: 'caja' })
  })
})
