import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ORIGIN, runWorker, type WorkerInHand } from './run-worker.ts'

const TICKET = '/tickets/77777777-0000-4000-8000-000000000001'
const OPEN_TICKET = { type: 'open', url: ORIGIN + TICKET }

let worker: WorkerInHand
beforeEach(async () => {
  worker = await runWorker()
})
afterEach(() => void vi.unstubAllGlobals())

describe('a press on a notice', () => {
  it('[PUSH-03] puts it away and opens the application on the ticket, where none is open', async () => {
    expect(await worker.press(ORIGIN + TICKET)).toBe(true)
    expect(worker.opened).toEqual([ORIGIN + TICKET])
  })

  it('[PUSH-03] brings the open application forward and lets it go there: no second window opens', async () => {
    const page = worker.open('/search', { visible: false })
    await worker.press(ORIGIN + TICKET)
    expect(worker.opened).toEqual([])
    expect(page).toMatchObject({ isFocused: true, told: [OPEN_TICKET] })
  })

  it('[PUSH-03] knows the page of a first visit, which was there before the worker', async () => {
    const page = worker.open('/search', { isControlled: false })
    await worker.press(ORIGIN + TICKET)
    expect(worker.opened).toEqual([])
    expect(page.isFocused).toBe(true)
  })

  it('[PUSH-03] leads there although the browser does not let the window come forward', async () => {
    worker.phone.refusesFocus = true
    const page = worker.open('/search')
    await worker.press(ORIGIN + TICKET)
    expect(worker.opened).toEqual([])
    expect(page.told).toEqual([OPEN_TICKET])
  })

  it('takes the window that is there already, else the one in sight', async () => {
    const hidden = worker.open('/favorites', { visible: false })
    const seen = worker.open('/search')
    await worker.press(ORIGIN + TICKET)
    expect([hidden.isFocused, seen.isFocused]).toEqual([false, true])
    const there = worker.open(TICKET, { visible: false })
    await worker.press(ORIGIN + TICKET)
    expect(there.isFocused).toBe(true)
    expect(seen.told).toHaveLength(1)
  })

  it('[HAND-02] leaves a video call alone where there is another window', async () => {
    const call = worker.open('/reservations/1/meet')
    const other = worker.open('/search', { visible: false })
    await worker.press(ORIGIN + TICKET)
    expect([call.isFocused, other.isFocused]).toEqual([false, true])
    expect(call.told).toEqual([])
  })

  it('does not take the clerk’s desk for the customers’ application', async () => {
    const desk = worker.open('/desk')
    await worker.press(ORIGIN + TICKET)
    expect(desk).toMatchObject({ isFocused: false, told: [] })
    expect(worker.opened).toEqual([ORIGIN + TICKET])
  })

  it('without a place of its own leads to the tickets', async () => {
    await worker.press()
    expect(worker.opened).toEqual([`${ORIGIN}/tickets`])
  })
})
