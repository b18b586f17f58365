import { expect, it } from 'vitest'
import { rememberCallers } from '#server/http/known-callers.ts'
import { DEFAULT_RATE_LIMITS } from '#server/http/rate-limits.ts'
import { authorizationTokenOf } from '#server/identity/tokens.ts'
import type { Caller } from '#server/web/caller.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'

const OPEN_MS = 3_600_000
const clock = new MovingClock(new Date('2026-11-22T15:00:00Z'))
const open = (session_id: string) => ({ session_id, expires_at: new Date(clock.now().getTime() + OPEN_MS) })
const person = (session_id: string): Caller => ({
  kind: 'user',
  user_id: 'u',
  temporal: true,
  ...open(session_id),
})
const machine = (session_id: string): Caller => ({
  kind: 'machine',
  gives: false,
  office_id: 1,
  link_id: 1,
  ...open(session_id),
})
const asks = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const loadsAnew = (...cookies: string[]) => ({ headers: { cookie: cookies.join('; ') } })
const [CUSTOMER, KIOSK] = ['c'.repeat(43), 'k'.repeat(43)]
const [ofCustomer, ofKiosk] = [`__Host-numerito=${CUSTOMER}`, `__Host-numerito-kiosk-a=${KIOSK}`]

it('[SEC-02] knows whose session was good when it came last, and nobody by anything else', () => {
  const known = rememberCallers(10, clock)
  known.note('p', person('1'))
  known.note('m', machine('2'))
  expect(['p', 'm', 'x'].map(token => known.of(asks(token))?.whose)).toEqual(['person', 'office', undefined])
  expect(known.of({ headers: {} })).toBeNull()
  known.note('p', { kind: 'guest' })
  expect(known.of(asks('p'))).toBeNull()
})

it('forgets whoever was not heard of for longest', () => {
  const known = rememberCallers(2, clock)
  for (const token of ['a', 'b', 'a', 'c']) known.note(token, person(token))
  expect(['a', 'b', 'c'].map(token => known.of(asks(token))?.session_id)).toEqual(['a', undefined, 'c'])
})

it('[SEC-02] a cookie alone is whose session it opens, of several the office’s, and nobody’s once that is over', () => {
  const known = rememberCallers(10, clock)
  const [customer, kiosk] = [authorizationTokenOf(CUSTOMER), authorizationTokenOf(KIOSK)]
  known.note(customer, person('1'))
  known.note(kiosk, machine('2'))
  const both = () => known.of(loadsAnew(ofCustomer, ofKiosk))
  expect(known.of(loadsAnew(ofCustomer))).toEqual({ whose: 'person', session_id: '1', byCookie: true })
  expect(both()).toEqual({ whose: 'office', session_id: '2', byCookie: true })
  known.end('2')
  expect(known.of(loadsAnew(ofKiosk))).toBeNull()
  expect(both()).toMatchObject({ whose: 'person' })
  // By the token one passes still: it is looked up next, and who asks is told that it is over.
  expect(known.of(asks(kiosk))).toEqual({ whose: 'office', session_id: '2', byCookie: false })
  known.end('nobody’s')
  expect(both()).toMatchObject({ whose: 'person' })
  clock.advance(OPEN_MS)
  expect(both()).toBeNull()
  expect(known.of(asks(customer))).toMatchObject({ whose: 'person' })
})

it('[SEC-02] a waiting room that comes back at once is not too much for its address', () => {
  const [phones, requestsOfOne] = [400, 20]
  expect(DEFAULT_RATE_LIMITS.known.max).toBeGreaterThanOrEqual(phones * requestsOfOne)
  // Nor is one address of it a flood that nobody could answer.
  expect(DEFAULT_RATE_LIMITS.known.max).toBeLessThanOrEqual(DEFAULT_RATE_LIMITS.files.max)
})
