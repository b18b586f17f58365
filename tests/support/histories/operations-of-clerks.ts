import type { Promised } from './history.ts'
import { keys } from './keys.ts'
import { type Ask, type ClerkAt, type Operation, post, type Request } from './operation.ts'
import type { SceneOffice } from './scene.ts'

interface DeskAnswer {
  current: { tuid: string; state: string } | null
}

/** How the desk stands by an answer; whom it calls then is whom it stands there for. */
function seeDesk({ clerk }: ClerkAt, { current }: DeskAnswer): void {
  clerk.current = current && { tuid: current.tuid, stands: current.state === 'called' }
}

function desk(at: ClerkAt, path: string, body: Record<string, unknown>, promises: Promised[]): Request {
  const about = at.clerk.current ? [at.clerk.current.tuid] : []
  return {
    ...post('desk', `/offices/${at.office.office_id}${path}`, body, promises),
    about,
    heed: (answer: DeskAnswer) => seeDesk(at, answer),
  }
}

/** The clerk's word about who stands there, and what it promises. */
function wordOfHere({ clerk, office, chance }: ClerkAt) {
  if (!clerk.current?.stands) return { promises: [] as Promised[] }
  const { tuid } = clerk.current
  const arrived = chance.below(3) > 0
  if (!arrived) office.missed.push(tuid)
  return {
    here: { tuid, arrived },
    promises: [{ key: keys.turn(arrived ? 'ticket:attended' : 'ticket:skipped', tuid) }],
  }
}

/** Calls: whoever the answer says stands there was called to this module. */
function call(at: ClerkAt, path: string, body: Record<string, unknown>): Request {
  const { promises, here } = wordOfHere(at)
  const called = { key: keys.called(at.office.office_id, at.clerk.modulo), perhaps: true as const }
  const before = at.clerk.current?.tuid
  return {
    // Where nobody waits nothing happens, and nobody leaves the desk.
    ...desk(at, path, here ? { ...body, here } : body, [
      called,
      ...promises.map(p => ({ ...p, perhaps: true as const })),
    ]),
    heed(answer: DeskAnswer, asked) {
      seeDesk(at, answer)
      const { current } = at.clerk
      if (!current?.stands || current.tuid === before) return
      asked.called = { tuid: current.tuid, modulo: at.clerk.modulo }
      asked.about.push(current.tuid)
    },
  }
}

/** What happens to the one who stands there, who leaves the desk by it. */
const toStanding =
  (path: string, promised: string, keeps?: (office: SceneOffice) => string[]): Ask<ClerkAt> =>
  at => {
    const { current } = at.clerk
    if (!current?.stands) return null
    keeps?.(at.office).push(current.tuid)
    const body = path === '/take-back' ? { tuid: current.tuid } : {}
    return desk(at, path, body, [{ key: keys.turn(promised, current.tuid) }])
  }

/** What happens to one of those who were set aside, or to any number. */
const toAside =
  (verb: string, promised: string, from: (at: ClerkAt) => string[]): Ask<ClerkAt> =>
  at => {
    const tuid = at.chance.draw(from(at))
    if (tuid === undefined) return null
    const promises = [{ key: keys.turn(promised, tuid), perhaps: true as const }]
    return { ...desk(at, `/tickets/${tuid}/${verb}`, {}, promises), about: [tuid] }
  }

/** What clerks do. */
export const OF_CLERKS: Readonly<Record<string, Operation<ClerkAt>>> = {
  call: { weight: 40, ask: at => call(at, '/call', { line_ids: [] }) },
  'call-this': {
    weight: 4,
    ask(at) {
      const { tickets } = at.chance.pick(at.office.people)
      if (tickets.length === 0) return null
      const tuid = at.chance.pick(tickets)
      return call(at, `/tickets/${tuid}/call`, { reason: 'con niños' })
    },
  },
  'call-again': {
    weight: 4,
    ask: at => desk(at, '/call-again', {}, [{ key: keys.called(at.office.office_id, at.clerk.modulo) }]),
  },
  'take-back': { weight: 8, ask: toStanding('/take-back', 'call:taken_back') },
  attended: { weight: 5, ask: toStanding('/attended', 'ticket:attended') },
  absent: { weight: 6, ask: toStanding('/absent', 'ticket:skipped', office => office.missed) },
  park: { weight: 6, ask: toStanding('/park', 'ticket:parked', office => office.parked) },
  'put-back': { weight: 5, ask: toAside('put-back', 'ticket:returned', ({ office }) => office.parked) },
  'bring-back': { weight: 4, ask: toAside('bring-back', 'ticket:returned', ({ office }) => office.missed) },
  transfer: {
    weight: 6,
    ask(at) {
      if (!at.clerk.current?.stands) return null
      const to = at.chance.below(4)
        ? { line_id: at.chance.pick(at.office.lines), anyway: true }
        : { modulo_id: at.chance.pick(at.office.clerks).modulo_id }
      return desk(at, '/transfer', to, [{ key: keys.turn('ticket:transferred', at.clerk.current.tuid) }])
    },
  },
  paper: {
    weight: 8,
    ask(at) {
      const line_id = at.chance.pick(at.office.lines)
      const body = { line_id, request_id: at.chance.uuid() }
      return {
        ...desk(at, '/tickets', body, [{ key: keys.taken(null, line_id) }]),
        about: [],
        heed({ tuid }: { tuid: string }, asked) {
          at.office.papers.push(tuid)
          asked.given = { tuid, number: null, line_id }
          asked.about.push(tuid)
        },
      }
    },
  },
  remove: { weight: 2, ask: toAside('remove', 'removed', ({ office }) => office.papers) },
  freeze: {
    weight: 1,
    ask(at) {
      const line = at.chance.pick(at.office.lines)
      const promises = [{ key: keys.frozen(line), perhaps: true as const }]
      return desk(at, `/lines/${line}/frozen`, { frozen: true }, promises)
    },
  },
  thaw: {
    weight: 10,
    ask(at) {
      const line = at.chance.pick(at.office.lines)
      const promises = [{ key: keys.frozen(line), perhaps: true as const }]
      return desk(at, `/lines/${line}/frozen`, { frozen: false }, promises)
    },
  },
  close: {
    weight: 1,
    ask(at) {
      const line = at.chance.pick(at.office.lines)
      const promises = [{ key: keys.frozen(line), perhaps: true as const }]
      return desk(at, `/lines/${line}/closed`, { closed: true, waiting: 'send-home' }, promises)
    },
  },
  reopen: {
    weight: 10,
    ask(at) {
      const line = at.chance.pick(at.office.lines)
      const promises = [{ key: keys.frozen(line), perhaps: true as const }]
      return desk(at, `/lines/${line}/closed`, { closed: false }, promises)
    },
  },
}
