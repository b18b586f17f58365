/** Asks the store again and again, which keeps the transaction: nobody else is answered until it ends. */
function hold(transaction: IDBTransaction, store: string): () => void {
  let isHeld = true
  const again = () => {
    if (isHeld) transaction.objectStore(store).count().onsuccess = again
  }
  again()
  return () => {
    isHeld = false
  }
}

/**
 * Another page holds every table of a database, as one does that WebKit has put into its cache.
 * @returns lets them go
 */
export function holdTables(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const stores = [...database.objectStoreNames]
      const letGo = hold(database.transaction(stores, 'readwrite'), stores[0] as string)
      database.close()
      resolve(letGo)
    }
  })
}

/**
 * Another page is just changing a database into a newer one, which never ends: nobody else can open it.
 * @returns gives that up, and all is as it was
 */
export function holdOpening(name: string): Promise<() => void> {
  return new Promise(resolve => {
    const opening = indexedDB.open(name, 1_000)
    opening.onerror = event => event.preventDefault()
    opening.onupgradeneeded = () => {
      const transaction = opening.transaction as IDBTransaction
      opening.result.createObjectStore('newer')
      const letGo = hold(transaction, 'newer')
      let isGivenUp = false
      resolve(() => {
        if (isGivenUp) return
        isGivenUp = true
        letGo()
        transaction.abort()
      })
    }
  })
}
