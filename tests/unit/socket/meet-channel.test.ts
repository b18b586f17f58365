import type { Socket } from 'phoenix'
import { expect, it } from 'vitest'
import { joinMeet, type MeetNews } from '#src/socket/meet-channel.ts'

/** A page in a call, whose server is the test. */
function inCall(takesOver?: boolean) {
  const heard = new Map<string, (payload: unknown) => void>()
  const news: MeetNews[] = []
  const answered = new Map<string, (response: unknown) => void>()
  const push = {
    receive(status: string, listener: (response: unknown) => void) {
      answered.set(status, listener)
      return push
    },
  }
  let isLeft = false
  const channel = {
    on: (event: string, listener: (payload: unknown) => void) => void heard.set(event, listener),
    onError() {},
    join: () => push,
    push: () => push,
    leave() {
      isLeft = true
    },
  }
  let payload = (): unknown => undefined
  const socket = {
    channel(_topic: string, read: () => unknown) {
      payload = read
      return channel
    },
  }
  joinMeet(socket as unknown as Socket, 'm', 'p', told => void news.push(told), takesOver)
  return {
    news,
    say: (payload: object) => heard.get('meet:presence')?.(payload),
    joins: () => payload(),
    letIn: () => answered.get('ok')?.({ role: 'office', other: null }),
    refuse: (reason: string) => answered.get('error')?.({ reason }),
    isLeft: () => isLeft,
  }
}

it.each([
  ['the office closed it', {}, null],
  ['the number was parked', { pause: 'parked' }, 'parked'],
  ['the number goes on elsewhere', { pause: 'transferred' }, 'transferred'],
  ['its call was taken back', { pause: 'taken-back' }, 'taken-back'],
  ['a newer server says something else', { pause: 'on-the-moon' }, null],
])('[VID-02] a call ends where %s, and tells why', (_why, change, pause) => {
  const { news, say } = inCall()
  say({ other: null, ended: true, ...change })
  expect(news).toEqual([{ kind: 'ended', pause }])
})

it.each([
  'join crashed',
  'join dropped',
  'join timeout',
  'channel_crash',
  'too many channels joined',
  'what only a newer server says',
])('[VID-02] a join that failed by a passing fault (%s) ends no call: it is tried again', reason => {
  const { news, refuse, isLeft } = inCall()
  refuse(reason)
  expect(news).toEqual([])
  expect(isLeft()).toBe(false)
})

it.each([
  'unauthorized',
  'forbidden',
  'not-found',
  'bad-request',
  'unmatched topic',
  'meet-too-early',
  'meet-not-called',
  'meet-other-modulo',
  'meet-over',
  'not-by-video',
])('[VID-02] a refusal that trying again cannot change (%s) ends the call, and says which', reason => {
  const { news, refuse, isLeft } = inCall()
  refuse(reason)
  expect(news).toEqual([{ kind: 'refused', code: reason }])
  expect(isLeft()).toBe(true)
})

it.each([
  [{}, { kind: 'replaced', byColleague: false }],
  [{ colleague: true }, { kind: 'replaced', byColleague: true }],
])(
  '[VID-02] a seat that was taken over ends the call, and says whether by a colleague (%o)',
  (change, told) => {
    const { news, say, isLeft } = inCall()
    say({ other: null, replaced: true, ...change })
    expect(news).toEqual([told])
    expect(isLeft()).toBe(true)
  },
)

it('[VID-02] who is put out of a call is told by which code, and sits down no more', () => {
  const { news, say, isLeft } = inCall()
  say({ other: null, refused: 'meet-other-modulo' })
  expect(news).toEqual([{ kind: 'refused', code: 'meet-other-modulo' }])
  expect(isLeft()).toBe(true)
})

it('[VID-02] where a colleague sits the call is not entered, and that is told', () => {
  const { news, refuse, isLeft, joins } = inCall()
  expect(joins()).toEqual({ page: 'p', asks: true })
  refuse('held')
  expect(news).toEqual([{ kind: 'held' }])
  expect(isLeft()).toBe(true)
})

it('[VID-02] who was asked takes over once, and takes nothing from a colleague who came meanwhile', () => {
  const { joins, letIn } = inCall(true)
  expect(joins()).toEqual({ page: 'p', asks: false })
  letIn()
  expect(joins()).toEqual({ page: 'p', asks: true })
})
