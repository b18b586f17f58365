import { describe, expect, it } from 'vitest'
import { Announcer } from '#src/wall/announcer.ts'
import { HandTime } from '../platform/fakes.ts'
import { settled, wallOf } from './wall-of.ts'

const callsOf = (...calls: Parameters<typeof wallOf>[0]) => wallOf(calls).calls

function room() {
  const time = new HandTime()
  const heard: string[] = []
  /** What is being said, and how it ends. */
  let end = () => {}
  const saying = (what: string) =>
    new Promise<void>(resolve => {
      heard.push(what)
      end = resolve
    })
  const announcer = new Announcer({
    gong: { ring: () => saying('gong') },
    voice: { say: text => saying(text), hush: () => void heard.push('hush') },
    timers: time,
    wordsOf: ({ ticket }, language) => `${ticket} ${language}`,
    onCall: ({ ticket }) => void heard.push(`shows ${ticket}`),
  })
  return {
    announcer,
    heard,
    time,
    async goOn() {
      end()
      await settled()
    },
  }
}

describe('calling out', () => {
  it('[WALL-01] rings and says each in every language, and several one after the other', async () => {
    const { announcer, heard, time, goOn } = room()
    announcer.announce(callsOf([6, 'A001', 1]), ['es', 'en'])
    announcer.announce(callsOf([7, 'A002', 0]), ['es', 'en'])
    for (let nth = 0; nth < 3; nth += 1) await goOn()
    expect(heard).toEqual(['shows A001', 'gong', 'A001 es', 'A001 en'])
    // It has to be read, too.
    expect(announcer.isBusy).toBe(true)
    time.pass(5_000)
    await settled()
    for (let nth = 0; nth < 3; nth += 1) await goOn()
    expect(heard.slice(4)).toEqual(['shows A002', 'gong', 'A002 es', 'A002 en'])
    time.pass(5_000)
    await settled()
    expect(announcer.isBusy).toBe(false)
  })

  it('[WALL-01] says no more of a call that is taken back, and goes on with the next', async () => {
    const { announcer, heard, goOn } = room()
    announcer.announce(callsOf([6, 'A001', 1], [7, 'A002', 0], [8, 'A003', 0]), ['es', 'en'])
    await goOn()
    expect(heard.at(-1)).toBe('A001 es')
    announcer.keepOnly(callsOf([8, 'A003', 0]))
    await goOn()
    expect(heard).toEqual(['shows A001', 'gong', 'A001 es', 'hush', 'shows A003', 'gong'])
  })

  it('[WALL-01] says all of a call that comes as the one before is taken back', async () => {
    const { announcer, heard, goOn } = room()
    announcer.announce(callsOf([6, 'A001', 1]), ['es', 'en'])
    announcer.keepOnly(callsOf([7, 'A002', 0]))
    announcer.announce(callsOf([7, 'A002', 0]), ['es', 'en'])
    expect(heard).toEqual(['shows A001', 'gong', 'hush'])
    for (let nth = 0; nth < 4; nth += 1) await goOn()
    expect(heard.slice(3)).toEqual(['shows A002', 'gong', 'A002 es', 'A002 en'])
  })
})
