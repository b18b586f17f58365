/** For a page, before its own code runs: a browser whose IndexedDB opens nothing, and says nothing of it. */
export function silenceStorage(): void {
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function opening(this: IDBFactory) {
    const request = Reflect.apply(open, this, ['never'])
    for (const word of ['success', 'error', 'blocked', 'upgradeneeded'])
      request.addEventListener(word, event => event.stopImmediatePropagation())
    return request
  }
}
