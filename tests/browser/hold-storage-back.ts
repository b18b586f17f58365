import type { Page } from 'playwright-core'

declare global {
  interface Window {
    letStorageAnswer(): void
  }
}

/** For a page, before its own code runs: its storage is slow, and opens nothing until it may answer. */
export function holdStorageBack(): void {
  const { open } = IDBFactory.prototype
  const mayAnswer = new Promise<void>(resolve => {
    window.letStorageAnswer = resolve
  })
  IDBFactory.prototype.open = function opening(this: IDBFactory, ...asked) {
    const request = Reflect.apply(open, this, asked)
    let onSuccess: IDBOpenDBRequest['onsuccess'] = null
    Object.defineProperty(request, 'onsuccess', {
      get: () => onSuccess,
      set: said => {
        onSuccess = said
      },
    })
    request.addEventListener('success', event => void mayAnswer.then(() => onSuccess?.call(request, event)))
    return request
  }
}

export const letStorageAnswer = (page: Page) => page.evaluate(() => window.letStorageAnswer())
