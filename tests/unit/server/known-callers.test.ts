import { expect, it } from 'vitest'
import { rememberCallers } from '#server/http/known-callers.ts'
import { DEFAULT_RATE_LIMITS } from '#server/http/rate-limits.ts'
import type { Caller } from '#server/web/caller.ts'

const OPEN = { session_id: 's', expires_at: new Date('2026-11-22T15:00:00Z') }
const person: Caller = { kind: 'user', user_id: 'u', temporal: true, ...OPEN }
const machine: Caller = { kind: 'machine', gives: false, office_id: 1, link_id: 1, ...OPEN }
const asks = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

it('[SEC-02] knows whose session was good when it came last, and nobody by anything else', () => {
  const known = rememberCallers(10)
  known.note('p', person)
  known.note('m', machine)
  expect(['p', 'm', 'x'].map(token => known.of(asks(token)))).toEqual(['person', 'office', null])
  expect(known.of({ headers: {} })).toBeNull()
  known.note('p', { kind: 'guest' })
  expect(known.of(asks('p'))).toBeNull()
})

it('forgets whoever was not heard of for longest', () => {
  const known = rememberCallers(2)
  for (const token of ['a', 'b', 'a', 'c']) known.note(token, person)
  expect(['a', 'b', 'c'].map(token => known.of(asks(token)))).toEqual(['person', null, 'person'])
})

it('[SEC-02] a waiting room that comes back at once is not too much for its address', () => {
  const [phones, requestsOfOne] = [400, 20]
  expect(DEFAULT_RATE_LIMITS.known.max).toBeGreaterThanOrEqual(phones * requestsOfOne)
  // Nor is one address of it a flood that nobody could answer.
  expect(DEFAULT_RATE_LIMITS.known.max).toBeLessThanOrEqual(DEFAULT_RATE_LIMITS.files.max)
})
