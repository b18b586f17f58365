// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeskAction } from '#src/desk/desk-api.ts'
import type { Fate } from '#src/desk/presses.ts'
import { useDeskAction } from '#src/desk/use-desk-action.ts'
import { useOffice } from '#src/desk/use-office.ts'
import {
  type Answer,
  ana,
  type Asked,
  type DeskDoor,
  deskOf,
  openAnasDoor,
  refused,
  toolsOf,
} from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

let door: DeskDoor
let queries: QueryClient
beforeEach(async () => {
  door = await openAnasDoor()
  queries = new QueryClient()
})
afterEach(() => {
  cleanup()
  queries.clear()
  door.close()
})

const TUID = 'b7e6f2d0-0000-4000-8000-000000000001'
const isLook = ({ method }: Asked) => method === 'GET'
const looks = () => door.asked.filter(isLook).length
const actions = () => door.asked.length - looks()

/** The desk of office 3 as a screen sees it and acts at it. */
function sitDown() {
  const tools = toolsOf(door)
  const wrapper = inDesk(tools, queries)
  const { result } = renderHook(
    () => ({ office: useOffice(ana.clerk_id, 3), acting: useDeskAction(ana.clerk_id, 3) }),
    { wrapper },
  )
  /** Another part of the desk, as a dialog is, that acts for itself. */
  const { result: other } = renderHook(() => useDeskAction(ana.clerk_id, 3), { wrapper })
  return {
    seen: () => result.current.office.data?.seq,
    error: () => result.current.acting.error,
    pending: () => result.current.acting.pending,
    call: () => act(() => void result.current.acting.act({ do: 'call', here: 'nobody' })),
    press: (action: DeskAction) => act(() => void result.current.acting.act(action)),
    elsewhere: {
      error: () => other.current.error,
      pending: () => other.current.pending,
      press: (action: DeskAction) => act(() => void other.current.act(action)),
    },
    look: () => act(() => void result.current.office.refetch()),
    become: (fate: Fate) => act(() => tools.fate.setState({ fate })),
  }
}

/** An answer that the test gives when it likes. */
function held() {
  let give: (answer: Answer) => void = () => {}
  const answer = new Promise<Answer>(resolve => {
    give = resolve
  })
  return { answer, give: (seq: number) => give({ status: 200, json: deskOf(seq, 0) }) }
}

describe('acting at the desk', () => {
  it('shows the desk as the server answered', async () => {
    door.answer = asked => ({ status: 200, json: deskOf(isLook(asked) ? 1 : 2, 0) })
    const desk = sitDown()
    await expect.poll(desk.seen).toBe(1)
    desk.call()
    await expect.poll(desk.seen).toBe(2)
    expect(desk.pending()).toBeNull()
  })

  it('is not undone by a look that began before it and came back after it', async () => {
    door.answer = () => ({ status: 200, json: deskOf(1, 0) })
    const desk = sitDown()
    await expect.poll(desk.seen).toBe(1)
    const [look, action] = [held(), held()]
    door.answer = asked => (isLook(asked) ? look : action).answer
    desk.look()
    await expect.poll(looks).toBe(2)
    desk.call()
    await expect.poll(actions).toBe(1)
    action.give(2)
    await expect.poll(desk.seen).toBe(2)
    look.give(1)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(desk.seen()).toBe(2)
  })

  it('calls one person for two presses', async () => {
    const action = held()
    door.answer = asked => (isLook(asked) ? { status: 200, json: deskOf(1, 0) } : action.answer)
    const desk = sitDown()
    await expect.poll(desk.seen).toBe(1)
    desk.call()
    desk.call()
    await expect.poll(desk.pending).toBe('call')
    desk.call()
    action.give(2)
    await expect.poll(desk.pending).toBeNull()
    expect(actions()).toBe(1)
  })

  const note: DeskAction = {
    do: 'note',
    tuid: TUID,
    note: 'Trae poder',
    was: null,
  }
  const pathsAsked = () =>
    door.asked.filter(asked => !isLook(asked)).map(({ path }) => path.split('/').at(-1))

  /** A desk whose presses are answered one by one, by the test. */
  async function slowDesk() {
    const answers = [held(), held(), held()]
    let presses = 0
    door.answer = asked => (isLook(asked) ? { status: 200, json: deskOf(1, 0) } : answers[presses++]!.answer)
    const desk = sitDown()
    await expect.poll(desk.seen).toBe(1)
    return { desk, answers }
  }

  it('[DESK-14] what is pressed elsewhere at the desk meanwhile is done after it, in order, and not lost', async () => {
    const { desk, answers } = await slowDesk()
    desk.call()
    desk.elsewhere.press(note)
    desk.elsewhere.press(note)
    desk.press({ do: 'help', asks: true })
    await expect.poll(desk.elsewhere.pending).toBe('note')
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(pathsAsked()).toEqual(['call'])
    answers[0]!.give(2)
    await expect.poll(pathsAsked).toEqual(['call', 'note'])
    answers[1]!.give(3)
    await expect.poll(pathsAsked).toEqual(['call', 'note', 'help'])
    answers[2]!.give(4)
    await expect.poll(desk.seen).toBe(4)
    expect([desk.error(), desk.elsewhere.error()]).toEqual([null, null])
  })

  it('[DESK-14] what is said of whoever stands there is never said of whoever is called meanwhile', async () => {
    const { desk, answers } = await slowDesk()
    desk.call()
    for (const said of [
      { do: 'attended', tuid: TUID },
      { do: 'absent', tuid: TUID },
      { do: 'park', tuid: TUID },
      { do: 'call-again', tuid: TUID },
      { do: 'close-modulo', here: 'nobody' },
    ] as const) {
      desk.elsewhere.press(said)
      expect(desk.elsewhere.error()).toMatchObject({ code: 'press-early' })
    }
    answers[0]!.give(2)
    await expect.poll(desk.seen).toBe(2)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(pathsAsked()).toEqual(['call'])
    desk.elsewhere.press({ do: 'attended', tuid: TUID })
    expect(desk.elsewhere.error()).toBeNull()
    await expect.poll(pathsAsked).toEqual(['call', 'attended'])
  })

  it('[DESK-14] calls the next after «Atendido», and nobody where that was refused', async () => {
    const { desk, answers } = await slowDesk()
    desk.press({ do: 'attended', tuid: TUID })
    desk.call()
    answers[0]!.give(2)
    await expect.poll(pathsAsked).toEqual(['attended', 'call'])
    answers[1]!.give(3)
    await expect.poll(desk.pending).toBeNull()

    const refusal = new Promise<Answer>(resolve => {
      setTimeout(() => resolve(refused(409, 'desk-moved')), 100)
    })
    door.answer = asked => (isLook(asked) ? { status: 200, json: deskOf(4, 0) } : refusal)
    desk.press({ do: 'park', tuid: TUID })
    desk.call()
    desk.elsewhere.press(note)
    await expect.poll(desk.error).toMatchObject({ code: 'press-early' })
    await expect.poll(pathsAsked).toEqual(['attended', 'call', 'park', 'note'])
  })

  it('[DESK-14] a refusal is told though something else was pressed after it and done', async () => {
    const refusal = new Promise<Answer>(resolve => {
      setTimeout(() => resolve(refused(409, 'no-modulo')), 100)
    })
    door.answer = ({ method, path }) =>
      method !== 'GET' && path.endsWith('/help') ? refusal : { status: 200, json: deskOf(1, 0) }
    const desk = sitDown()
    await expect.poll(desk.seen).toBe(1)
    desk.press({ do: 'help', asks: true })
    desk.call()
    await expect.poll(pathsAsked).toEqual(['help', 'call'])
    await expect.poll(desk.pending).toBeNull()
    expect(desk.error()).toMatchObject({ code: 'no-modulo' })
  })

  it('[DESK-14] what was pressed too early is told as not done, whatever becomes of the press before it', async () => {
    let tell: (answer: Answer) => void = () => {}
    const told = new Promise<Answer>(resolve => {
      tell = resolve
    })
    door.answer = asked => (isLook(asked) ? { status: 200, json: deskOf(1, 0) } : told)
    const desk = sitDown()
    await expect.poll(desk.seen).toBe(1)
    desk.call()
    desk.become('looking')
    expect(desk.error()).toMatchObject({ code: 'press-looking' })
    desk.press({ do: 'park', tuid: TUID })
    expect(desk.error()).toMatchObject({ code: 'press-early' })
    desk.become('done')
    tell(refused(409, 'press-done'))
    await expect.poll(desk.pending).toBeNull()
    expect(desk.error()).toMatchObject({ code: 'press-early' })
    expect(pathsAsked()).toEqual(['call'])
    door.answer = () => ({ status: 200, json: deskOf(2, 0) })
    desk.press({ do: 'park', tuid: TUID })
    await expect.poll(desk.seen).toBe(2)
    expect(desk.error()).toBeNull()
  })

  it('refused, says why and looks again; done, forgets it', async () => {
    door.answer = asked =>
      isLook(asked) ? { status: 200, json: deskOf(1, 0) } : refused(409, 'nobody-waiting')
    const desk = sitDown()
    await expect.poll(desk.seen).toBe(1)
    const before = looks()
    desk.call()
    await expect.poll(desk.error).toMatchObject({ code: 'nobody-waiting' })
    await expect.poll(looks).toBeGreaterThan(before)
    door.answer = () => ({ status: 200, json: deskOf(2, 0) })
    desk.call()
    await expect.poll(desk.seen).toBe(2)
    expect(desk.error()).toBeNull()
  })

  it('after the end of the session tells nothing here, keeps what was seen, and stops looking', async () => {
    door.answer = asked =>
      isLook(asked) ? { status: 200, json: deskOf(1, 0) } : refused(401, 'session-expired')
    const desk = sitDown()
    await expect.poll(desk.seen).toBe(1)
    desk.call()
    await expect.poll(() => door.session.store.getState().phase).toBe('over')
    await expect.poll(desk.pending).toBeNull()
    expect(desk.error()).toBeNull()
    expect(desk.seen()).toBe(1)
    door.answer = () => ({ status: 200, json: deskOf(3, 0) })
    act(() => door.session.begin(ana))
    await expect.poll(desk.seen).toBe(3)
  })
})

describe('looking at the desk', () => {
  it('happens again and again by itself', async () => {
    let seq = 0
    door.answer = () => ({ status: 200, json: deskOf(++seq, 0) })
    const desk = sitDown()
    await expect.poll(desk.seen).toBe(2)
  })

  it('leaves a server alone for as long as it asked to be', async () => {
    door.answer = () => refused(429, 'too-many-requests', { 'retry-after': '60' })
    sitDown()
    await expect.poll(looks).toBe(1)
    await new Promise(resolve => setTimeout(resolve, 3_500))
    expect(looks()).toBe(1)
  })
})
