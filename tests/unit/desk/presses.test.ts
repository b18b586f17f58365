import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PRESS_HEADER } from '#contract/rest/desk-press.ts'
import { createFileClient } from '#src/api/file-client.ts'
import { bookingApi } from '#src/desk/reservations/booking-api.ts'
import { deskApi } from '#src/desk/desk-api.ts'
import { pressing } from '#src/desk/presses.ts'
import { browserRandom } from '#src/platform/random.ts'
import type { Settings } from '#src/platform/settings.ts'
import { type Answer, ana, type Asked, type DeskDoor, deskOf, openDeskDoor, refused } from './desk-door.ts'

const NONE = refused(503, 'unavailable')
const told = (done: boolean): Answer => ({ status: 200, json: { done } })
const isQuestion = ({ path }: Asked) => path.startsWith('/presses/')
const TUID = 'b7e6f2d0-0000-4000-8000-000000000001'
const isLook = ({ method }: Asked) => method === 'GET'
const DESK: Answer = { status: 200, json: deskOf(2, 0) }

let door: DeskDoor
/** What waits for its time, and comes at once when the test says so. */
let planned: (() => void)[]
/** What time it is at the server, as far as the desk has heard. */
let now: number
let tab: Settings

beforeEach(async () => {
  door = await openDeskDoor()
  door.session.begin(ana)
  planned = []
  now = Date.parse('2026-11-20T18:02:00Z')
  const kept = new Map<string, string>()
  tab = {
    read: key => kept.get(key) ?? null,
    write: (key, value) => void kept.set(key, value),
  }
})
afterEach(() => door.close())

function openDesk() {
  const timers = {
    after(_ms: number, call: () => void) {
      planned.push(call)
      return () => {}
    },
    every: () => () => {},
  }
  const { client, fate, resume } = pressing(door.client, {
    session: door.session,
    clock: { now: () => now },
    timers,
    random: browserRandom,
    tab,
  })
  const fetchFile = createFileClient({
    baseOf: () => door.origin,
    getToken: door.session.getToken,
    onSessionExpired: door.session.expire,
  })
  return { api: deskApi(client, fetchFile), client, fate: () => fate.getState().fate, resume }
}

const questions = () => door.asked.filter(isQuestion)
const presses = () => door.asked.filter(asked => !isQuestion(asked) && !isLook(asked))
/** By which name it was pressed; empty where by none. */
const named = (asked: Asked | undefined) => String(asked?.headers[PRESS_HEADER] ?? '')
const passTime = async () => {
  await expect.poll(() => planned.length).toBeGreaterThan(0)
  planned.splice(0).forEach(call => call())
}
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: { code?: string }) => error.code,
  )

describe('a press', () => {
  it('[DESK-14] has a name of its own, and asks nothing where it is answered or refused', async () => {
    const desk = openDesk()
    door.answer = () => DESK
    await desk.api.act(3, { do: 'park', tuid: TUID })
    door.answer = () => refused(409, 'nobody-called')
    expect(await code(desk.api.act(3, { do: 'park', tuid: TUID }))).toBe('nobody-called')
    const names = presses().map(named)
    expect(new Set(names).size).toBe(2)
    expect(names.every(name => name !== '')).toBe(true)
    expect(questions()).toEqual([])
    expect(desk.fate()).toBeNull()
  })

  it('[DESK-14] unanswered, is asked about until somebody says that it was done: then the desk is as it left it', async () => {
    const desk = openDesk()
    door.answer = () => NONE
    const pressed = desk.api.act(3, { do: 'park', tuid: TUID })
    await expect.poll(desk.fate).toBe('looking')
    await passTime()
    await expect.poll(() => questions().length).toBe(2)
    door.answer = asked => (isQuestion(asked) ? told(true) : DESK)
    await passTime()
    expect(await pressed).toEqual(deskOf(2, 0))
    expect(desk.fate()).toBe('done')
    expect(presses()).toHaveLength(1)
    expect(questions().at(-1)?.path).toBe(`/presses/${named(presses()[0])}`)
  })

  it('[DESK-14] unanswered and not done, ends as not done, and is not pressed again by itself', async () => {
    const desk = openDesk()
    door.answer = asked => (isQuestion(asked) ? told(false) : NONE)
    expect(await code(desk.api.act(3, { do: 'park', tuid: TUID }))).toBe('press-not-done')
    expect(desk.fate()).toBe('not-done')
    expect(presses()).toHaveLength(1)
    door.answer = () => DESK
    await desk.api.act(3, { do: 'park', tuid: TUID })
    expect(desk.fate()).toBeNull()
    expect(named(presses()[1])).not.toBe(named(presses()[0]))
  })

  it('[DESK-14] that the network brought twice is asked about, too', async () => {
    const desk = openDesk()
    door.answer = asked =>
      isQuestion(asked) ? told(true) : isLook(asked) ? DESK : refused(409, 'press-known')
    expect(await desk.api.act(3, { do: 'park', tuid: TUID })).toEqual(deskOf(2, 0))
    expect(desk.fate()).toBe('done')
  })

  it('[DESK-14] done, is told as done also where the desk cannot be looked at then', async () => {
    const desk = openDesk()
    door.answer = asked => (isQuestion(asked) ? told(true) : NONE)
    expect(await code(desk.api.act(3, { do: 'park', tuid: TUID }))).toBe('press-done')
    expect(desk.fate()).toBe('done')
  })

  it('[DESK-14] whose answer is a secret told once ends as done, without it', async () => {
    const desk = openDesk()
    door.answer = asked => (isQuestion(asked) ? told(true) : NONE)
    expect(await code(desk.api.invite(3, { role: 'clerk' }))).toBe('press-done')
    expect(presses()).toHaveLength(1)
  })

  it('[DESK-14] that is so already when it is said again, is said again for its answer, without its name', async () => {
    const desk = openDesk()
    const block = { from: '2026-11-21T15:00:00Z', to: '2026-11-21T15:15:00Z' }
    door.answer = asked => (isQuestion(asked) ? told(true) : NONE)
    const pressed = code(bookingApi(desk.client).move(3, 'c0ffee00-0000-4000-8000-00000000abcd', block))
    await expect.poll(() => presses().length).toBe(2)
    door.answer = () => refused(422, 'reserve-invalid')
    await passTime()
    expect(await pressed).toBe('reserve-invalid')
    expect(presses().map(asked => named(asked) !== '')).toEqual([true, false, false])
  })

  it('[DESK-14] not done, is not said again either', async () => {
    const desk = openDesk()
    door.answer = asked => (isQuestion(asked) ? told(false) : NONE)
    const given = desk.api.giveNumber(3, { line_id: 5, request_id: browserRandom.uuid() })
    expect(await code(given)).toBe('press-not-done')
    expect(presses()).toHaveLength(1)
  })

  it.each([
    [14, 'press-not-done', 'not-done'],
    [16, 'unavailable', 'unknown'],
  ] as const)(
    '[DESK-14] of which the server knows nothing, %i days after, ends as %s',
    async (days, ends, fate) => {
      const desk = openDesk()
      door.answer = () => NONE
      const pressed = code(desk.api.act(3, { do: 'park', tuid: TUID }))
      await expect.poll(() => planned.length).toBe(1)
      // The lid was closed: what time it is, the answer says.
      door.answer = asked => {
        if (isQuestion(asked)) now += days * 86_400_000
        return told(false)
      }
      await passTime()
      expect(await pressed).toBe(ends)
      expect(desk.fate()).toBe(fate)
    },
  )

  it('[DESK-14] that the server knows as done is done, however long ago', async () => {
    const desk = openDesk()
    door.answer = () => NONE
    const pressed = code(desk.api.act(3, { do: 'park', tuid: TUID }))
    await expect.poll(() => planned.length).toBe(1)
    now += 16 * 86_400_000
    door.answer = asked => (isQuestion(asked) ? told(true) : DESK)
    await passTime()
    expect(await pressed).toBe('answered')
    expect(desk.fate()).toBe('done')
  })

  it('[DESK-14] is asked about by whoever pressed it, once they signed in again', async () => {
    const desk = openDesk()
    door.answer = asked => (isQuestion(asked) ? refused(401, 'session-expired') : NONE)
    const pressed = desk.api.act(3, { do: 'park', tuid: TUID })
    await expect.poll(() => door.session.store.getState().phase).toBe('over')
    door.answer = asked => (isQuestion(asked) ? told(true) : DESK)
    door.session.begin(ana)
    await passTime()
    expect(await pressed).toEqual(deskOf(2, 0))
  })

  it('is asked about in nobody else’s name', async () => {
    const desk = openDesk()
    door.answer = () => NONE
    const pressed = code(desk.api.act(3, { do: 'park', tuid: TUID }))
    await expect.poll(() => questions().length).toBe(1)
    door.session.begin({ ...ana, clerk_id: 8 })
    await passTime()
    expect(await pressed).toBe('unavailable')
    expect(questions()).toHaveLength(1)
    expect(desk.fate()).toBeNull()
  })

  it('before a server that keeps no presses ends as it always did', async () => {
    const desk = openDesk()
    door.answer = asked => (isQuestion(asked) ? refused(404, 'not-found') : NONE)
    expect(await code(desk.api.act(3, { do: 'park', tuid: TUID }))).toBe('unavailable')
    expect(desk.fate()).toBeNull()
  })

  it('a full disk says so at once: nothing was done', async () => {
    const desk = openDesk()
    door.answer = () => refused(503, 'storage-full')
    expect(await code(desk.api.act(3, { do: 'park', tuid: TUID }))).toBe('storage-full')
    expect(questions()).toEqual([])
  })

  it('whoever comes in or leaves presses nothing', async () => {
    const desk = openDesk()
    door.answer = () => NONE
    expect(await code(desk.api.signOut())).toBe('unavailable')
    door.session.end()
    expect(await code(desk.api.signIn({ user: 'ana', password: 'x', captchaToken: undefined }))).toBe(
      'unavailable',
    )
    expect(presses().map(named)).toEqual(['', ''])
    expect(questions()).toEqual([])
  })
})

describe('a page that is loaded anew', () => {
  it.each([
    [true, 'done'],
    [false, 'not-done'],
  ] as const)('[DESK-14] asks about what the one before pressed: %s is %s', async (done, fate) => {
    door.answer = () => NONE
    void code(openDesk().api.act(3, { do: 'park', tuid: TUID }))
    await expect.poll(() => presses().length).toBe(1)
    door.answer = () => told(done)
    const anew = openDesk()
    await anew.resume()
    expect(anew.fate()).toBe(fate)
    expect(questions().at(-1)?.path).toBe(`/presses/${named(presses()[0])}`)
    const third = openDesk()
    await third.resume()
    expect(third.fate()).toBeNull()
  })

  it('[DESK-14] says that nobody knows any more, weeks after the press', async () => {
    door.answer = () => NONE
    void code(openDesk().api.act(3, { do: 'park', tuid: TUID }))
    await expect.poll(() => presses().length).toBe(1)
    now += 16 * 86_400_000
    door.answer = () => told(false)
    const anew = openDesk()
    await anew.resume()
    expect(anew.fate()).toBe('unknown')
  })

  it('[DESK-14] asks about what a page of the release before pressed, which kept no moment', async () => {
    const press = browserRandom.uuid()
    tab.write('desk-presses', JSON.stringify([{ press, clerkId: ana.clerk_id }]))
    door.answer = () => told(false)
    const anew = openDesk()
    await anew.resume()
    expect(anew.fate()).toBe('not-done')
    expect(questions().at(-1)?.path).toBe(`/presses/${press}`)
  })

  it('asks about nothing that was answered, nor about what it cannot read', async () => {
    door.answer = () => DESK
    await openDesk().api.act(3, { do: 'park', tuid: TUID })
    await openDesk().resume()
    tab.write('desk-presses', '[{"press":7}]')
    await openDesk().resume()
    expect(questions()).toEqual([])
  })
})
