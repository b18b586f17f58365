import { setTimeout as sleep } from 'node:timers/promises'
import { type Asking, BETWEEN_TRIES_MS } from './asking.ts'
import { drawWeighted } from './chance.ts'
import { keys } from './keys.ts'
import type { Chance } from './operation.ts'
import { OF_PEOPLE } from './operations-of-people.ts'
import type { Phone } from './phone.ts'
import type { SceneOffice, ScenePerson } from './scene.ts'

/** That says nothing of what became of an earlier try. */
const asksTooOften = (said: string) => said.endsWith('too-many-requests')

/** One thing that somebody does, whatever chance says. */
export async function asPerson(
  asking: Asking,
  office: SceneOffice,
  person: ScenePerson,
  chance: Chance,
): Promise<void> {
  const { servers } = asking
  const operation = drawWeighted(chance, OF_PEOPLE)
  const request = OF_PEOPLE[operation]?.ask({ office, person, chance })
  if (!request) return
  const server = chance.below(servers.length)
  const token = request.token ?? chance.pick(person.tokens)
  const asked = asking.write(operation, person.user_id, server, request)
  const mayTry = asking.mayTryUntil()
  let answer = await asking.ask(server, request, { token, address: person.address })
  let isUnheard = false
  while (answer.outcome === 'lost' && request.repeats && mayTry()) {
    isUnheard = true
    await sleep(BETWEEN_TRIES_MS)
    // Another browser of theirs may have been signed out, and so may this one.
    const by = { token: person.tokens[0] ?? '', address: person.address }
    answer = await asking.ask(chance.below(servers.length), request, by)
  }
  if (isUnheard && asksTooOften(answer.said)) answer = { ...answer, outcome: 'lost' }
  asking.answered(asked, request, answer)
  // Nobody presses ten times a second while there is no network.
  if (answer.outcome === 'lost') await sleep(BETWEEN_TRIES_MS)
  if (operation === 'log-out' && answer.outcome === 'done')
    await goOnAfterLogOut(asking, office, person, token, chance)
}

/** A session that is over gets nothing more, from no server. */
async function goOnAfterLogOut(
  asking: Asking,
  office: SceneOffice,
  person: ScenePerson,
  token: string,
  chance: Chance,
): Promise<void> {
  const request = OF_PEOPLE.take?.ask({ office, person, chance })
  if (!request) return
  const server = chance.below(asking.servers.length)
  const asked = asking.write('take after log-out', person.user_id, server, request)
  const answer = await asking.ask(server, request, { token, address: person.address })
  asking.answered(asked, request, answer)
}

export async function byPhone(asking: Asking, phone: Phone, chance: Chance): Promise<void> {
  const { office, person } = phone
  const line_id = chance.pick(office.lines)
  const promises = [{ key: keys.taken(person.user_id, line_id) }]
  const asked = asking.write('take by phone', person.user_id, 0, { promises, about: [person.user_id] })
  const request_id = chance.uuid()
  const mayTry = asking.mayTryUntil()
  let answer = await phone.take(line_id, request_id)
  const isUnheard = answer === null
  while (answer === null && mayTry()) {
    await sleep(BETWEEN_TRIES_MS)
    answer = await phone.take(line_id, request_id)
  }
  asked.to = asking.since()
  if (answer === null) return
  if ('refused' in answer && isUnheard && asksTooOften(answer.refused)) return
  if ('refused' in answer) return void Object.assign(asked, { outcome: 'refused', said: answer.refused })
  const { tuid } = answer.ok
  person.tickets.push(tuid)
  asked.about.push(tuid)
  Object.assign(asked, { outcome: 'done', said: 'ok', given: { tuid, number: null, line_id } })
}
