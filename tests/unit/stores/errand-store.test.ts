import { expect, it } from 'vitest'
import { createErrandStore } from '#src/stores/errand-store.ts'

const KEY = 'letOthersPass one'

function begun() {
  const store = createErrandStore()
  let end = (_outcome: string) => {}
  let times = 0
  const run = (...asked: unknown[]) =>
    store.getState().run(KEY, asked, () => {
      times += 1
      return new Promise<string>(resolve => {
        end = resolve
      })
    })
  return {
    store,
    run,
    end: (outcome: string) => end(outcome),
    times: () => times,
    it: () => store.getState().errands[KEY],
  }
}

it('what runs is found by whoever looks, and a second press joins it', async () => {
  const errand = begun()
  const first = errand.run(3)
  expect(errand.it()).toMatchObject({ isRunning: true, asked: [3], outcome: undefined })
  const second = errand.run(5)
  errand.end('done')
  expect(await Promise.all([first, second])).toEqual(['done', 'done'])
  expect(errand.times()).toBe(1)
  expect(errand.it()).toMatchObject({ isRunning: false, asked: [3], outcome: 'done' })
})

it('how it ended stays until it was said, or it is asked for again', async () => {
  const errand = begun()
  const first = errand.run()
  errand.store.getState().forget(KEY)
  expect(errand.it()?.isRunning).toBe(true)
  errand.end('failed')
  await first
  const second = errand.run()
  expect(errand.it()).toMatchObject({ isRunning: true, outcome: undefined })
  errand.end('done')
  await second
  expect(errand.times()).toBe(2)
  errand.store.getState().forget(KEY)
  expect(errand.store.getState().errands).toEqual({})
})

it('what somebody left behind who signed out is not the next person’s, nor does it end what they began', async () => {
  const errand = begun()
  const left = errand.run()
  const endLeft = errand.end
  errand.store.getState().clear()
  endLeft('done')
  await left
  expect(errand.it()).toBeUndefined()

  const old = begun()
  const before = old.run()
  let endBefore = (_outcome: string) => {}
  endBefore = outcome => old.end(outcome)
  old.store.getState().clear()
  // The next one's, of the same thing; the former one ends while it runs.
  const next = old.store.getState().run(KEY, ['next'], () => new Promise(() => {}))
  endBefore('done')
  await before
  expect(old.it()).toMatchObject({ isRunning: true, asked: ['next'] })
  void next
})

it('what was asked for by nobody in particular stays where it is said to, and no other', async () => {
  const store = createErrandStore()
  for (const key of ['signIn ', 'signInPatiently ', 'giveUp signIn'])
    await store.getState().run(key, [], async () => 'failed')
  store.getState().clear(verb => verb === 'signIn')
  expect(Object.keys(store.getState().errands)).toEqual(['signIn '])
})
