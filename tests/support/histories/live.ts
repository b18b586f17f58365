import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, ask } from './ask.ts'
import { chanceOf, drawWeighted } from './chance.ts'
import { beginFaults } from './faults.ts'
import type { Asked, History } from './history.ts'
import { keys } from './keys.ts'
import type { Chance, Request } from './operation.ts'
import { OF_CLERKS } from './operations-of-clerks.ts'
import { OF_PEOPLE } from './operations-of-people.ts'
import { openPhone, type Phone } from './phone.ts'
import type { Scene, SceneClerk, SceneOffice, ScenePerson } from './scene.ts'
import type { MortalServer } from './servers.ts'

/** People who ask at once, for all those of the scene. */
const HANDS = 20
const PHONES_AN_OFFICE = 5
/** A wish is repeated, a press asked about, for about as long as a server is away. */
const TRIES = 60
const BETWEEN_TRIES_MS = 250

export interface Bounds {
  seed: number
  operations: number
  mostMs: number
}

/** One life of a scene: everybody asks what chance says, and what they are told is written down. */
export async function live(
  scene: Scene,
  servers: readonly MortalServer[],
  { seed, operations, mostMs }: Bounds,
): Promise<History> {
  const history: History = { asked: [], told: [], mishaps: [] }
  const began = performance.now()
  const since = () => Math.round(performance.now() - began)
  const done = () => Math.max(history.asked.length / operations, since() / mostMs)
  const origin = (server: number) => servers[server]?.origin ?? ''

  function write(operation: string, who: string, server: number, request: Request): Asked {
    const { promises, about } = request
    const nth = history.asked.length + 1
    const asked: Asked = {
      nth,
      operation,
      who,
      server,
      from: since(),
      to: 0,
      outcome: 'lost',
      said: '',
      promises,
      about: [...about],
    }
    history.asked.push(asked)
    return asked
  }

  function answered(asked: Asked, request: Request, { outcome, said, body }: Answer): void {
    Object.assign(asked, { outcome, said, to: since() })
    if (outcome === 'done' && body !== null) request.heed?.(body as never, asked)
  }

  async function asPerson(office: SceneOffice, person: ScenePerson, chance: Chance): Promise<void> {
    const operation = drawWeighted(chance, OF_PEOPLE)
    const request = OF_PEOPLE[operation]?.ask({ office, person, chance })
    if (!request) return
    const server = chance.below(servers.length)
    const token = request.token ?? chance.pick(person.tokens)
    const asked = write(operation, person.user_id, server, request)
    let answer = await ask(origin(server), request, { token, address: person.address })
    for (let tries = 1; answer.outcome === 'lost' && request.repeats && tries < TRIES; tries += 1) {
      await sleep(BETWEEN_TRIES_MS)
      const next = chance.below(servers.length)
      // Another browser of theirs may have been signed out, and so may this one.
      answer = await ask(origin(next), request, { token: person.tokens[0] ?? '', address: person.address })
    }
    answered(asked, request, answer)
    // Nobody presses ten times a second while there is no network.
    if (answer.outcome === 'lost') await sleep(BETWEEN_TRIES_MS)
    if (operation === 'log-out' && answer.outcome === 'done')
      await goOnAfterLogOut(office, person, token, chance)
  }

  /** A session that is over gets nothing more, from no server. */
  async function goOnAfterLogOut(
    office: SceneOffice,
    person: ScenePerson,
    token: string,
    chance: Chance,
  ): Promise<void> {
    const request = OF_PEOPLE.take?.ask({ office, person, chance })
    if (!request) return
    const server = chance.below(servers.length)
    const asked = write('take after log-out', person.user_id, server, request)
    answered(asked, request, await ask(origin(server), request, { token, address: person.address }))
  }

  async function asClerk(office: SceneOffice, clerk: SceneClerk, chance: Chance): Promise<void> {
    const operation = drawWeighted(chance, OF_CLERKS)
    const request = OF_CLERKS[operation]?.ask({ office, clerk, chance })
    if (!request) return
    const server = chance.below(servers.length)
    const by = () => ({ token: chance.pick(clerk.tokens), address: clerk.address })
    const press = chance.uuid()
    const asked = write(operation, `${office.office_id} ${clerk.modulo}`, server, request)
    const answer = await ask(origin(server), request, { ...by(), press })
    if (answer.outcome !== 'lost') return answered(asked, request, answer)
    answered(asked, request, await becameOf(press, by, chance, answer))
    await lookAtDesk(office, clerk, by, chance)
  }

  /** What the desk asks that heard no answer: is it told that nothing happened, nothing ever will. */
  async function becameOf(
    press: string,
    by: () => { token: string; address: string },
    chance: Chance,
    lost: Answer,
  ): Promise<Answer> {
    const question = { service: 'desk', method: 'POST', path: `/presses/${press}`, body: {} } as const
    for (let tries = 0; tries < TRIES; tries += 1) {
      await sleep(BETWEEN_TRIES_MS)
      const { outcome, body } = await ask(origin(chance.below(servers.length)), question, by())
      if (outcome !== 'done') continue
      const { done } = body as { done: boolean }
      return { outcome: done ? 'done' : 'refused', said: `${lost.said}, pressed: ${done}`, body: null }
    }
    return lost
  }

  async function lookAtDesk(
    office: SceneOffice,
    clerk: SceneClerk,
    by: () => { token: string; address: string },
    chance: Chance,
  ): Promise<void> {
    const path = `/offices/${office.office_id}`
    const look = { service: 'desk', method: 'GET', path } as const
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { outcome, body } = await ask(origin(chance.below(servers.length)), look as never, by())
      if (outcome === 'done') {
        const { current } = body as { current: { tuid: string; state: string } | null }
        clerk.current = current && { tuid: current.tuid, stands: current.state === 'called' }
        return
      }
      await sleep(BETWEEN_TRIES_MS)
    }
  }

  async function byPhone(phone: Phone, chance: Chance): Promise<void> {
    const { office, person } = phone
    const line_id = chance.pick(office.lines)
    const promises = [{ key: keys.taken(person.user_id, line_id) }]
    const request = { promises, about: [person.user_id] } as unknown as Request
    const asked = write('take by phone', person.user_id, 0, request)
    const request_id = chance.uuid()
    let answer = await phone.take(line_id, request_id)
    for (let tries = 1; answer === null && tries < 5; tries += 1)
      answer = await phone.take(line_id, request_id)
    asked.to = since()
    if (answer === null) return
    if ('refused' in answer) return void Object.assign(asked, { outcome: 'refused', said: answer.refused })
    const { tuid } = answer.ok
    person.tickets.push(tuid)
    asked.about.push(tuid)
    Object.assign(asked, { outcome: 'done', said: 'ok', given: { tuid, number: null, line_id } })
  }

  const phones: Phone[] = []
  for (const office of scene)
    for (const person of office.people.slice(0, PHONES_AN_OFFICE))
      phones.push(await openPhone(origin(phones.length % servers.length), office, person))

  const allWell = beginFaults(servers, chanceOf(seed * 1_000), { done, since }, history.mishaps)
  const going: Promise<void>[] = []
  const goOn = async (nth: number, once: (chance: Chance) => Promise<void>) => {
    const chance = chanceOf(seed * 1_000 + nth)
    while (done() < 1) await once(chance)
  }
  for (let hand = 1; hand <= HANDS; hand += 1) {
    going.push(
      goOn(hand, async chance => {
        const office = chance.pick(scene)
        await asPerson(office, chance.pick(office.people), chance)
      }),
    )
  }
  const clerks = scene.flatMap(office => office.clerks.map(clerk => ({ office, clerk })))
  for (const [nth, { office, clerk }] of clerks.entries())
    going.push(goOn(100 + nth, chance => asClerk(office, clerk, chance)))
  going.push(goOn(99, chance => byPhone(chance.pick(phones), chance)))
  await Promise.all(going)
  await allWell()

  for (const office of scene) {
    const [clerk] = office.clerks
    if (!clerk) continue
    const by = { token: clerk.tokens[0] ?? '', address: clerk.address }
    const look = { service: 'desk', method: 'GET', path: `/offices/${office.office_id}` } as never
    const { body } = await ask(origin(0), look, by)
    const { seq } = body as { seq: number }
    for (const phone of phones.filter(each => each.office === office))
      history.told.push(await phone.toldUntil(seq))
  }
  await Promise.all(phones.map(phone => phone.leave()))
  return history
}
