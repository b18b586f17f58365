import { openHandoff } from './open-handoff.ts'

/**
 * The person left: nothing of theirs stays, and no call of theirs is shown here (PUSH-07). The language
 * stays.
 */
export async function clearHandoff(): Promise<void> {
  const transaction = (await openHandoff()).transaction(['who', 'inbox', 'seen'], 'readwrite')
  const { language } = (await transaction.objectStore('who').get('me')) ?? { language: 'es' }
  // That nobody is here is to be known, also where it was not known who was.
  await transaction.objectStore('who').put({ user_id: null, language }, 'me')
  await transaction.objectStore('inbox').clear()
  await transaction.objectStore('seen').clear()
  await transaction.done
}
