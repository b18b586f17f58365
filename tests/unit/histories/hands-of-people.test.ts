import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Asking } from '#tests/support/histories/asking.ts'
import { chanceOf } from '#tests/support/histories/chance.ts'
import { asPerson, byPhone } from '#tests/support/histories/hands-of-people.ts'
import type { Phone } from '#tests/support/histories/phone.ts'
import type { SceneOffice, ScenePerson } from '#tests/support/histories/scene.ts'

const BUSY = { status: 503, code: 'unavailable' }
const TOO_OFTEN = { status: 429, code: 'too-many-requests' }

/** What the server answers, in its turn; the last one again and again. */
let answers: (typeof BUSY)[] = []
const server = createServer((_request, response) => {
  const { status, code } = answers.length > 1 ? answers.shift()! : answers[0]!
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code }))
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const person: ScenePerson = {
  user_id: 'ana-user',
  tokens: ['t'],
  address: '10.0.0.1',
  tickets: [],
  reservations: [],
}
const office: SceneOffice = {
  office_id: 1,
  slug: 'office',
  lines: [1],
  clerks: [],
  people: [person],
  blocks: [{ from: '2026-11-22T12:00:00.000Z', to: '2026-11-22T12:15:00.000Z' }],
  parked: [],
  missed: [],
  papers: [],
}

/** The first wish of chance that somebody without a number has: it is repeated until it is answered. */
async function wish(...said: (typeof BUSY)[]) {
  const asking = new Asking([{ origin }])
  answers = [...said]
  const chance = chanceOf(1)
  while (asking.history.asked.length === 0) await asPerson(asking, office, person, chance)
  return asking.history.asked.map(({ outcome, said }) => `${outcome}: ${said}`)
}

it('who is told that they ask too often has been refused', async () => {
  expect(await wish(TOO_OFTEN)).toEqual(['refused: 429 too-many-requests'])
})

it('who is told so after an answer was lost knows nothing of what became of their wish', async () => {
  expect(await wish(BUSY, TOO_OFTEN)).toEqual(['lost: 429 too-many-requests'])
})

it('nor does who asks by phone', async () => {
  const tries = [null, { refused: 'too-many-requests' }]
  const phone = { office, person, take: async () => tries.shift() ?? null } as unknown as Phone
  const asking = new Asking([{ origin }])
  await byPhone(asking, phone, chanceOf(1))
  expect(asking.history.asked.map(({ outcome }) => outcome)).toEqual(['lost'])
  tries.push({ refused: 'too-many-requests' })
  await byPhone(asking, phone, chanceOf(1))
  expect(asking.history.asked.at(-1)?.outcome).toBe('refused')
})
