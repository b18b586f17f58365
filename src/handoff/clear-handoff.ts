import { openHandoff } from './open-handoff.ts'

/**
 * The person left: nothing of theirs stays, and no call of theirs is shown here (PUSH-07). The language
 * stays.
 */
export async function clearHandoff(): Promise<void> {
  const transaction = (await openHandoff()).transaction(['who', 'inbox', 'seen'], 'readwrite')
  const who = await transaction.objectStore('who').get('me')
  if (who) await transaction.objectStore('who').put({ ...who, user_id: null }, 'me')
  await transaction.objectStore('inbox').clear()
  await transaction.objectStore('seen').clear()
  await transaction.done
}
