/**
 * WebKit puts a page that is left into its back/forward cache as it stands, with a transaction on IndexedDB
 * under way. The transaction then never ends, and every other page waits for its tables until the browser
 * throws the old page away: the receipts would not open. So what is under way is aborted, as it is when a
 * page is closed for good, and nothing new begins; a page that is come back to after that is loaded anew, for
 * something it wanted was not read or written.
 */
export function letGoWhenLeft(page: Window & typeof globalThis, loadAnew: () => void): void {
  // A browser that is told to keep nothing may have none at all.
  const database = page.IDBDatabase?.prototype
  if (!database) return
  const underWay = new Set<IDBTransaction>()
  let isLeft = false
  let isTorn = false
  const begin = database.transaction
  database.transaction = function transaction(this: IDBDatabase, ...asked: Parameters<typeof begin>) {
    const begun = begin.apply(this, asked)
    const forget = () => underWay.delete(begun)
    underWay.add(begun)
    begun.addEventListener('complete', forget)
    begun.addEventListener('abort', forget)
    if (isLeft) tear(begun)
    return begun
  }

  function tear(transaction: IDBTransaction): void {
    isTorn = true
    try {
      transaction.abort()
    } catch {
      // It has just ended by itself.
    }
  }

  page.addEventListener('pagehide', ({ persisted }) => {
    isLeft = persisted
    if (persisted) for (const transaction of underWay) tear(transaction)
  })
  page.addEventListener('pageshow', ({ persisted }) => {
    isLeft = false
    if (persisted && isTorn) loadAnew()
    isTorn = false
  })
}
