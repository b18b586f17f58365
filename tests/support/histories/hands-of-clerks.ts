import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Question } from './ask.ts'
import { type Asking, BETWEEN_TRIES_MS } from './asking.ts'
import { drawWeighted } from './chance.ts'
import type { Chance, Request } from './operation.ts'
import { OF_CLERKS } from './operations-of-clerks.ts'
import type { SceneClerk, SceneOffice } from './scene.ts'

/** A clerk at their desk. */
export interface AtDesk {
  office: SceneOffice
  clerk: SceneClerk
  chance: Chance
}

/** One thing that a clerk does, whatever chance says. */
export async function asClerk(asking: Asking, at: AtDesk): Promise<void> {
  const operation = drawWeighted(at.chance, OF_CLERKS)
  const request = OF_CLERKS[operation]?.ask(at)
  if (request) await press(asking, at, operation, request)
}

export async function press(asking: Asking, at: AtDesk, operation: string, request: Request): Promise<void> {
  const { office, clerk, chance } = at
  const server = chance.below(asking.servers.length)
  const id = chance.uuid()
  const asked = asking.write(operation, `${office.office_id} ${clerk.modulo}`, server, request)
  const answer = await asking.ask(server, request, { ...byOneOf(at), press: id })
  if (answer.outcome !== 'lost') return asking.answered(asked, request, answer)
  asking.answered(asked, request, await becameOf(asking, at, id, answer))
  await lookAtDesk(asking, at)
}

/** By any of the clerk's browsers. */
const byOneOf = ({ clerk, chance }: AtDesk) => ({ token: chance.pick(clerk.tokens), address: clerk.address })

/** What the desk asks that heard no answer: is it told that nothing happened, nothing ever will. */
async function becameOf(asking: Asking, at: AtDesk, id: string, lost: Answer): Promise<Answer> {
  const question = { service: 'desk', method: 'POST', path: `/presses/${id}`, body: {} } as const
  const done = await askUntilDone<{ done: boolean }>(asking, at, question)
  if (done === null) return lost
  return {
    outcome: done.done ? 'done' : 'refused',
    said: `${lost.said}, pressed: ${done.done}`,
    body: null,
  }
}

/** How the desk stands. @returns the newest fact of its office; null where nobody answers */
export async function lookAtDesk(asking: Asking, at: AtDesk): Promise<number | null> {
  const look = { service: 'desk', method: 'GET', path: `/offices/${at.office.office_id}` } as const
  const desk = await askUntilDone<{ current: { tuid: string; state: string } | null; seq: number }>(
    asking,
    at,
    look,
  )
  if (desk === null) return null
  const { current, seq } = desk
  at.clerk.current = current && { tuid: current.tuid, stands: current.state === 'called' }
  return seq
}

async function askUntilDone<Body>(asking: Asking, at: AtDesk, question: Question): Promise<Body | null> {
  const mayTry = asking.mayTryUntil()
  do {
    const server = at.chance.below(asking.servers.length)
    const { outcome, body } = await asking.ask(server, question, byOneOf(at))
    if (outcome === 'done') return body as Body
    await sleep(BETWEEN_TRIES_MS)
  } while (mayTry())
  return null
}
