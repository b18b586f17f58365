import { type InboxItem, openHandoff } from './open-handoff.ts'

/** A phone left for a week in a busy place must not fill its storage. The oldest go first. */
const INBOX_MAX = 50

/** Kept by the worker the moment a push comes, before anything else can fail. */
export async function putInInbox(item: InboxItem): Promise<void> {
  const transaction = (await openHandoff()).transaction('inbox', 'readwrite')
  await transaction.store.add(item)
  let surplus = (await transaction.store.count()) - INBOX_MAX
  for (
    let cursor = surplus > 0 ? await transaction.store.openCursor() : null;
    cursor && surplus > 0;
    cursor = await cursor.continue(), surplus--
  )
    await cursor.delete()
  await transaction.done
}

/**
 * Takes what lies in the inbox, oldest first. An item is gone only when it was taken in: a page that dies in
 * between finds it again, so taking the same one in twice must do no harm. An item whose taking-in fails
 * stays.
 *
 * @param takeIn told one item at a time
 * @returns how many were taken in
 */
export async function drainInbox(takeIn: (item: InboxItem) => Promise<void>): Promise<number> {
  const database = await openHandoff()
  let taken = 0
  for (const key of await database.getAllKeys('inbox')) {
    const item = await database.get('inbox', key)
    // Another page was quicker.
    if (!item) continue
    await takeIn(item)
    await database.delete('inbox', key)
    taken += 1
  }
  return taken
}
