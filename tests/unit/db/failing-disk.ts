import { vi } from 'vitest'

/** As Chromium words a device without room: no quota error, and the connection is closed with it. */
export const noSpace = () =>
  new DOMException(
    'Connection is closing because of: IO error: 000003.log: FILE_ERROR_NO_SPACE',
    'UnknownError',
  )
export const overQuota = () => new DOMException('no room', 'QuotaExceededError')

const WRITES = ['put', 'add', 'delete', 'clear'] as const

/**
 * Every write to IndexedDB fails, of every database of this process.
 * @returns makes room again
 */
export function fillDisk(fault: () => DOMException = overQuota): () => void {
  const spies = WRITES.map(name =>
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(() => {
      throw fault()
    }),
  )
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}
