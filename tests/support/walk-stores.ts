/**
 * All that a browser keeps for this origin and shows of it, as one text: every database, every cache, both
 * storages, cookies that scripts see, notices, the subscription, and the page itself. Runs in the page, and
 * so names nothing outside itself.
 */
export async function walkStores(): Promise<string> {
  const asked = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const found: unknown[] = [
    location.href,
    document.title,
    document.body.innerText,
    window.name,
    document.cookie,
  ]
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await asked(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store)
      found.push([name, store, await asked(rows.getAllKeys()), await asked(rows.getAll())])
    }
    database.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      found.push([name, request.url, await (await cache.match(request))?.text()])
    }
  }
  for (const storage of [localStorage, sessionStorage]) found.push(Object.entries(storage))
  const registration = await navigator.serviceWorker.getRegistration()
  for (const { title, body, tag, data } of (await registration?.getNotifications()) ?? []) {
    found.push([title, body, tag, data])
  }
  found.push((await registration?.pushManager?.getSubscription())?.toJSON() ?? 'no subscription')
  return JSON.stringify(found)
}
