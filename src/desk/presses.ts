import * as v from 'valibot'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { PRESSES_KEPT_MS } from '#contract/limits.ts'
import { id, uuid } from '#contract/primitives.ts'
import { PRESS_HEADER, pressSettled } from '#contract/rest/desk-press.ts'
import { ApiError } from '#src/api/api-error.ts'
import { type Call, type Client, path } from '#src/api/client.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Random } from '#src/platform/random.ts'
import type { Settings } from '#src/platform/settings.ts'
import type { Timers } from '#src/platform/timers.ts'
import type { SessionStore } from './session-store.ts'

/** How long before what became of a press is asked again, milliseconds. */
const ASK_AGAIN_MS = 2_000

/**
 * What became of a press that nobody answered; null where that is told to nobody: another clerk sits here
 * now, or the server knows no presses. `unknown`: it is too long ago.
 */
type Told = 'done' | 'not-done' | 'unknown' | null

/** What is known of a press that nobody answered; null where the last one was answered. */
export type Fate = 'looking' | Told

export interface Presses {
  /** The same calls; each by which something is done ends as done or as not done, while that is known. */
  client: Client
  fate: StoreApi<{ fate: Fate }>
  /** Asks about what the page before this one pressed and heard no answer to. */
  resume(): Promise<void>
}

interface World {
  session: Pick<SessionStore, 'store' | 'getToken'>
  /** The server's time, as it was heard last. */
  clock: Clock
  timers: Timers
  random: Pick<Random, 'uuid'>
  /** The tab's: a page that is loaded anew asks about the presses of the one before. */
  tab: Settings
}

/** A press that awaits its answer. */
interface Awaited {
  press: string
  clerkId: number
  /** When it was pressed, milliseconds since the epoch. */
  at: number
}

const KEPT = 'desk-presses'

/** It is known that it happened, or that it did not and never will. */
export const pressDone = () => new ApiError('press-done', 0, 'it happened, and its answer was lost')
/** Whom it means was not known yet: it was not begun. */
export const pressEarly = () => new ApiError('press-early', 0, 'who was meant was not known yet')
const pressNotDone = () => new ApiError('press-not-done', 0, 'it did not happen, and never will')

/** What was asked happened, and only its answer was lost. */
export const isPressDone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'press-done'

/** It is the last that was pressed, and what becomes of those before it says nothing of it. */
export const isPressEarly = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'press-early'

/** Whether it may have happened. A full disk and an old page say what they have to say by themselves. */
function isUnanswered(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.code === 'unreadable' || error.code === 'storage-full')
    return false
  // The network brought it twice, and this is the answer to the second.
  return error.isUncertain || error.code === 'press-known'
}

/** Asked again later there may be an answer; also to who signs in again, where the session is over. */
const mayBeAskedAgain = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.isUncertain || error.status === 401 || error.status === 429)

/**
 * Names every press of the clerk's to the server, and where no answer comes asks what became of it until
 * that is known. So nothing is guessed, and nothing that is pressed again happens twice.
 * @see rule DESK-14
 */
export function pressing(client: Client, { session, clock, timers, random, tab }: World): Presses {
  const fate = createStore<{ fate: Fate }>(() => ({ fate: null }))
  const awaited = new Map<string, Awaited>()
  /** Those of them about which is asked. */
  const sought = new Set<string>()

  const say = (next: Fate) => fate.setState({ fate: sought.size > 0 ? 'looking' : next })
  const keep = () => tab.write(KEPT, JSON.stringify([...awaited.values()]))
  const clerkHere = () => {
    const now = session.store.getState()
    return now.phase === 'in' || now.phase === 'over' ? now.clerk.clerk_id : null
  }
  const pause = (ms: number) => new Promise<void>(resolve => void timers.after(ms, resolve))

  /** Asks until it is told, in the name of whoever pressed. @returns null where they sit here no more */
  async function untilTold<Answer>(clerkId: number, ask: () => Promise<Answer>): Promise<Answer | null> {
    while (clerkHere() === clerkId) {
      try {
        return await ask()
      } catch (error) {
        if (!mayBeAskedAgain(error)) throw error
        await pause(Math.max(ASK_AGAIN_MS, error.retryAfterMs ?? 0))
      }
    }
    return null
  }

  async function settle({ press, clerkId, at }: Awaited): Promise<Told> {
    const question = path`/presses/${press}`
    const told = untilTold(clerkId, () => client.call('desk', question, pressSettled, { method: 'POST' }))
    try {
      const settled = await told
      if (settled === null) return null
      if (settled.done) return 'done'
      // Once the answer has said what time it is: a machine that slept believes that no time has passed.
      return clock.now() - at < PRESSES_KEPT_MS ? 'not-done' : 'unknown'
    } catch {
      return null
    }
  }

  async function whileSought<Answer>({ press }: Awaited, work: () => Promise<Answer>): Promise<Answer> {
    sought.add(press)
    say('looking')
    try {
      return await work()
    } finally {
      sought.delete(press)
    }
  }

  async function press<Answer>(
    { again = false, ...call }: Call,
    ask: (call: Call) => Promise<Answer>,
    clerkId: number,
  ): Promise<Answer> {
    const one = { press: random.uuid(), clerkId, at: clock.now() }
    awaited.set(one.press, one)
    keep()
    say(null)
    try {
      return await ask({ ...call, headers: { [PRESS_HEADER]: one.press } })
    } catch (error) {
      if (!isUnanswered(error)) throw error
      const told = await whileSought(one, () => settle(one))
      if (told === 'done' && again) {
        const answered = whileSought(one, () => untilTold(clerkId, () => ask(call)))
        const answer = await answered.finally(() => say('done'))
        if (answer !== null) return answer
      }
      say(told)
      if (told === 'done') throw pressDone()
      throw told === 'not-done' ? pressNotDone() : error
    } finally {
      awaited.delete(one.press)
      keep()
    }
  }

  /** Of who comes in and who leaves, and of what is only asked, nothing is done that could be done twice. */
  function pressed<Answer>(
    service: string,
    call: Call,
    ask: (call: Call) => Promise<Answer>,
  ): Promise<Answer> {
    const clerkId = session.getToken() === null ? null : clerkHere()
    const { method = 'GET', nameless = false } = call
    const isPress = service === 'desk' && (method === 'POST' || method === 'PUT') && !nameless
    if (!isPress || clerkId === null) return ask(call)
    return press(call, ask, clerkId)
  }

  return {
    fate,
    async resume() {
      const before = readAwaited(tab.read(KEPT), clock.now())
      for (const one of before) awaited.set(one.press, one)
      for (const one of before) {
        const told = await whileSought(one, () => settle(one))
        awaited.delete(one.press)
        keep()
        say(told)
      }
    },
    client: {
      ...client,
      call: (service, address, schema, call = {}) =>
        pressed(service, call, asked => client.call(service, address, schema, asked)),
      tell: (service, address, call) => pressed(service, call, asked => client.tell(service, address, asked)),
    },
  }
}

// A page of the release before, in whose tab this one begins, kept no moment.
const awaitedPresses = v.array(v.object({ press: uuid, clerkId: id, at: v.optional(v.number()) }))

function readAwaited(written: string | null, now: number): Awaited[] {
  if (written === null) return []
  try {
    return v.parse(awaitedPresses, JSON.parse(written)).map(({ at = now, ...one }) => ({ ...one, at }))
  } catch {
    return []
  }
}
