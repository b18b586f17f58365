import { describe, expect, it } from 'vitest'
import type { Timers } from '#server/platform/timers.ts'
import { HELD, startUpkeep } from '#server/upkeep.ts'

/** Beats when the test says so. */
function beats() {
  const calls = new Set<() => void>()
  const timers: Timers = {
    after: () => () => undefined,
    every(_ms, call) {
      calls.add(call)
      return () => void calls.delete(call)
    },
  }
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return {
    timers,
    async beat() {
      for (const call of calls) call()
      await settle()
    },
  }
}

describe('upkeep', () => {
  it('begins at once, goes on, and does not begin anew what still runs', async () => {
    const { timers, beat } = beats()
    let runs = 0
    let finish = () => {}
    const task = {
      name: 'slow',
      everyMs: 1,
      run: () => {
        runs++
        return new Promise<void>(resolve => {
          finish = resolve
        })
      },
    }
    const upkeep = startUpkeep([task], timers, () => undefined)
    await beat()
    expect(runs).toBe(1)
    finish()
    await beat()
    await beat()
    expect(runs).toBe(2)
    let stopped = false
    const stopping = upkeep.stop().then(() => {
      stopped = true
    })
    await beat()
    expect(stopped).toBe(false)
    finish()
    await stopping
    await beat()
    expect(runs).toBe(2)
  })

  it('[KEEP-06] says to what runs that it ends', async () => {
    const { timers } = beats()
    const steps: string[] = []
    const run = (ending: AbortSignal) =>
      new Promise<void>(resolve => {
        steps.push(ending.aborted ? 'over' : 'begun')
        ending.addEventListener('abort', () => resolve())
      })
    const upkeep = startUpkeep([{ name: 'long', everyMs: 1, run }], timers, () => undefined)
    await upkeep.stop()
    expect(steps).toEqual(['begun'])
  })

  it('how each ends is told; what fails is tried again, and hurts no other task', async () => {
    const { timers, beat } = beats()
    const faults: string[] = []
    const ended: string[] = []
    let others = 0
    const tasks = [
      { name: 'broken', everyMs: 1, run: () => Promise.reject(new Error('no')) },
      { name: 'other', everyMs: 1, run: async () => void others++ },
      { name: 'doubtful', everyMs: 1, run: async () => HELD },
    ]
    const upkeep = startUpkeep(tasks, timers, (name, outcome, error) => {
      ended.push(`${name} ${outcome}`)
      if (outcome === 'failed') faults.push(`${name}: ${String(error)}`)
    })
    await beat()
    await beat()
    expect(faults.length).toBeGreaterThanOrEqual(2)
    expect(faults[0]).toBe('broken: Error: no')
    expect(others).toBeGreaterThanOrEqual(2)
    await upkeep.stop()
    expect(new Set(ended)).toEqual(new Set(['broken failed', 'other done', 'doubtful held']))
  })
})
