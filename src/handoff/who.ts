import type { Language } from '#contract/primitives.ts'
import { openHandoff, type Who } from './open-handoff.ts'

/**
 * Who is here, or that nobody is any more.
 * @returns null where nothing is known: it was never written, perhaps for want of room
 */
export async function readWho(): Promise<Who | null> {
  return (await (await openHandoff()).get('who', 'me')) ?? null
}

export async function writeWho(who: Who): Promise<void> {
  await (await openHandoff()).put('who', { user_id: who.user_id, language: who.language }, 'me')
}

/** The language alone; who is here stays. */
export async function writeLanguage(language: Language): Promise<void> {
  const transaction = (await openHandoff()).transaction('who', 'readwrite')
  const who = await transaction.store.get('me')
  if (who) await transaction.store.put({ ...who, language }, 'me')
  await transaction.done
}
