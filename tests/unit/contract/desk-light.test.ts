import { expect, it } from 'vitest'
import { USUAL_WARNINGS } from '#contract/rest/desk-day.ts'
import { deskLight, longWaits } from '#contract/rules/desk-light.ts'

const { waiting, minutes } = USUAL_WARNINGS

it.each([
  [0, null, { level: 'green' }],
  [waiting.amber - 1, minutes.amber, { level: 'green' }],
  [waiting.amber, 1, { level: 'amber', because: 'waiting', limit: waiting.amber }],
  [1, minutes.amber + 0.1, { level: 'amber', because: 'minutes', limit: minutes.amber }],
  // That one waits long says more than that many do; and what is worse is said.
  [waiting.amber, minutes.amber + 1, { level: 'amber', because: 'minutes', limit: minutes.amber }],
  [waiting.red, minutes.amber + 1, { level: 'red', because: 'waiting', limit: waiting.red }],
  [1, minutes.red + 1, { level: 'red', because: 'minutes', limit: minutes.red }],
])('the light of %i who wait, one of them %d minutes', (people, longest, light) => {
  expect(deskLight({ waiting: people, longest }, USUAL_WARNINGS)).toEqual(light)
})

it('names of each line the one who waits longer than the office wants, the longest first', () => {
  const at = Date.parse('2026-11-21T15:00:00Z')
  const line = (name: string, waited: number | null) => ({
    name,
    waiting_since: waited === null ? null : new Date(at - waited * 60_000).toISOString(),
    longest: waited === null ? null : { tuid: name, ticket: name },
  })
  const lines = [
    line('A', minutes.amber),
    line('B', minutes.amber + 1.5),
    line('C', null),
    line('D', minutes.red + 1),
  ]
  expect(
    longWaits(lines, at, USUAL_WARNINGS).map(wait => [wait.longest.ticket, wait.minutes, wait.level]),
  ).toEqual([
    ['D', minutes.red + 1, 'red'],
    ['B', minutes.amber + 1, 'amber'],
  ])
})
