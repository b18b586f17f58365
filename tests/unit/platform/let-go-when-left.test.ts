import { IDBDatabase, IDBFactory } from 'fake-indexeddb'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { letGoWhenLeft } from '#src/platform/let-go-when-left.ts'

/** A page whose events the test makes, over a real database. */
const page = Object.assign(new EventTarget(), { IDBDatabase })
const tell = (kind: 'pagehide' | 'pageshow', persisted: boolean) =>
  page.dispatchEvent(Object.assign(new Event(kind), { persisted }))

describe('[TEMP-02] a page that is left', () => {
  let database: InstanceType<typeof IDBDatabase>
  let loads = 0

  beforeAll(() => letGoWhenLeft(page as never, () => (loads += 1)))
  beforeEach(async () => {
    loads = 0
    tell('pageshow', false)
    database = await new Promise<typeof database>(resolve => {
      const request = new IDBFactory().open('receipts')
      request.onupgradeneeded = () => request.result.createObjectStore('tickets')
      request.onsuccess = () => resolve(request.result)
    })
  })

  /** Writes, and says how the transaction ended. */
  function write(): Promise<'complete' | 'abort'> {
    const transaction = database.transaction('tickets', 'readwrite')
    transaction.objectStore('tickets').put('A001', 1)
    return new Promise(resolve => {
      transaction.addEventListener('complete', () => resolve('complete'))
      transaction.addEventListener('abort', () => resolve('abort'))
    })
  }

  it('holds no table while it lies in the browser’s cache', async () => {
    const written = write()
    tell('pagehide', true)
    expect(await written).toBe('abort')
  })

  it('begins nothing there either', async () => {
    tell('pagehide', true)
    expect(write).toThrow(expect.objectContaining({ name: 'InvalidStateError' }))
  })

  it('is loaded anew when it is come back to, for something was not read or written', async () => {
    const written = write()
    tell('pagehide', true)
    await written
    tell('pageshow', true)
    expect(loads).toBe(1)
  })

  it('goes on as it was where nothing was under way', async () => {
    expect(await write()).toBe('complete')
    tell('pagehide', true)
    tell('pageshow', true)
    expect(loads).toBe(0)
    expect(await write()).toBe('complete')
  })

  it('ends as ever where it goes for good: the browser sees to that', async () => {
    const written = write()
    tell('pagehide', false)
    expect(await written).toBe('complete')
  })
})

it('[OFFL-05] a browser without any such storage has nothing to let go of, and the page begins', () => {
  expect(() => letGoWhenLeft(new EventTarget() as never, () => undefined)).not.toThrow()
})
