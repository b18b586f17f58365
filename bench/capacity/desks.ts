import { setTimeout as sleep } from 'node:timers/promises'
import type { DeskState, SaidArrival } from '#contract/rest/desk.ts'
import { answerParent, machineTime } from '../child-process.ts'

/** Clerks who call the next, one after the other, in a process of their own. */

export interface Desk {
  office_id: number
  token: string
}

export interface Calls {
  /** In turns, where there are several servers. */
  origins: string[]
  desks: Desk[]
  count: number
  everyMs: number
}

export interface Called {
  /** From when each was due until its answer, in ms: a desk that is behind makes the next late. */
  took: Float64Array
  /** Presses by which somebody was called; the others found nobody. */
  called: number
  /** Answers that were neither. */
  failed: number
}

/** Who stands at each desk came, and is attended with the next call. */
const standing = new Map<string, SaidArrival>()
const last = new Map<string, Promise<unknown>>()

async function press(origin: string, { office_id, token }: Desk): Promise<'called' | 'nobody' | 'failed'> {
  const response = await fetch(`${origin}/services/desk/offices/${office_id}/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ here: standing.get(token) }),
  })
  const text = await response.text()
  if (response.status === 409) return 'nobody'
  if (!response.ok) return 'failed'
  const { current } = JSON.parse(text) as DeskState
  if (current) standing.set(token, { tuid: current.tuid, arrived: true })
  return 'called'
}

async function call({ origins, desks, count, everyMs }: Calls): Promise<Called> {
  const took = new Float64Array(count)
  const said = { called: 0, nobody: 0, failed: 0 }
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const desk = desks[index % desks.length]!
      await sleep(index * everyMs)
      const due = machineTime()
      const before = last.get(desk.token)
      const mine = (async () => {
        await before
        said[await press(origins[index % origins.length]!, desk).catch(() => 'failed' as const)] += 1
        took[index] = machineTime() - due
      })()
      last.set(desk.token, mine)
      await mine
    }),
  )
  return { took, called: said.called, failed: said.failed }
}

answerParent({ call })
