import type { Socket } from 'phoenix'
import { expect, it } from 'vitest'
import { joinMeet, type MeetNews } from '#src/socket/meet-channel.ts'

/** A page in a call, whose server is the test. */
function inCall() {
  const heard = new Map<string, (payload: unknown) => void>()
  const news: MeetNews[] = []
  const push = { receive: () => push }
  const channel = {
    on: (event: string, listener: (payload: unknown) => void) => void heard.set(event, listener),
    onError() {},
    join: () => push,
    push: () => push,
    leave() {},
  }
  joinMeet({ channel: () => channel } as unknown as Socket, 'm', 'p', told => void news.push(told))
  return { news, say: (payload: object) => heard.get('meet:presence')?.(payload) }
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
