/** For a page, before its own code runs: a browser that is told to keep nothing of any page. */
export function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const store of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, store, { get: refuse })
}
