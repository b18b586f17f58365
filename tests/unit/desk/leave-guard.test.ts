// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guardLeaving, leave, watchSteps } from '#src/desk/leave-guard.ts'

const FORM = 'http://localhost:3000/desk?office=3'
const BEFORE = 'http://localhost:3000/desk?page=offices'

/** Who was asked, and how they let go. */
let asked: { who: string; go: () => void }[]
let ends: (() => void)[]
const guard = (who: string, andSteps = true) => {
  const end = guardLeaving(go => asked.push({ who, go }), { andSteps })
  ends.push(end)
  return end
}
/** The screens: they draw what the address says when they hear of a step. */
let drawn: string[]
const draw = () => drawn.push(location.href)

/** As the browser does it: the address is another one before anybody hears of it. */
function stepTo(address: string): void {
  history.replaceState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}

beforeAll(watchSteps)
beforeEach(() => {
  asked = []
  ends = []
  drawn = []
  history.replaceState({ of: 'form' }, '', FORM)
  // Before any guard.
  addEventListener('popstate', draw)
})
afterEach(() => {
  for (const end of ends) end()
  removeEventListener('popstate', draw)
})

describe('leaving a page of the desk', () => {
  it('asks nobody where nothing is to be lost', () => {
    const gone: string[] = []
    leave(() => gone.push('page'))
    stepTo(BEFORE)
    expect(gone).toEqual(['page'])
    expect(drawn).toEqual([BEFORE])
  })

  it('asks the uppermost first, and the one under it once that lets go', () => {
    const gone: string[] = []
    guard('settings', false)
    const end = guard('sheet')
    leave(() => gone.push('page'))
    expect(asked.map(({ who }) => who)).toEqual(['sheet'])
    asked[0]?.go()
    // What lets go is gone by then.
    end()
    expect(asked.map(({ who }) => who)).toEqual(['sheet', 'settings'])
    expect(gone).toEqual([])
    asked[1]?.go()
    expect(gone).toEqual(['page'])
  })

  it('takes a step back where it is asked, before a screen has heard of it', () => {
    guard('sheet')
    stepTo(BEFORE)
    expect(asked.map(({ who }) => who)).toEqual(['sheet'])
    expect(location.href).toBe(FORM)
    expect(history.state).toEqual({ of: 'form' })
    expect(drawn).toEqual([])
    // And again: whoever stays is asked each time.
    stepTo(BEFORE)
    expect(asked).toHaveLength(2)
    expect(drawn).toEqual([])
  })

  it('lets the step go once it was asked about', async () => {
    guard('sheet')
    stepTo(BEFORE)
    asked[0]?.go()
    await expect.poll(() => drawn).toEqual([BEFORE])
    expect(asked).toHaveLength(1)
  })

  it('goes back to where the page itself went meanwhile', () => {
    guard('call')
    const further = `${FORM}&meet=1`
    history.replaceState({ of: 'call' }, '', further)
    // As wouter tells of it.
    dispatchEvent(new Event('replaceState'))
    stepTo(BEFORE)
    expect(location.href).toBe(further)
    expect(history.state).toEqual({ of: 'call' })
  })

  it('lets steps be where only pages ask, and none is asked about any more once nothing is there', () => {
    guard('settings', false)
    stepTo(BEFORE)
    expect(drawn).toEqual([BEFORE])
    history.replaceState(null, '', FORM)
    guard('sheet')()
    stepTo(BEFORE)
    expect(drawn).toEqual([BEFORE, BEFORE])
    expect(asked).toEqual([])
  })
})
