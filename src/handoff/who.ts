import type { Language } from '#contract/primitives.ts'
import { openHandoff, type Who } from './open-handoff.ts'

const NOBODY: Who = { user_id: null, language: 'es' }

export async function readWho(): Promise<Who> {
  return (await (await openHandoff()).get('who', 'me')) ?? NOBODY
}

export async function writeWho(who: Who): Promise<void> {
  await (await openHandoff()).put('who', { user_id: who.user_id, language: who.language }, 'me')
}

/** The language alone; who is here stays. */
export async function writeLanguage(language: Language): Promise<void> {
  const transaction = (await openHandoff()).transaction('who', 'readwrite')
  const who = (await transaction.store.get('me')) ?? NOBODY
  await transaction.store.put({ ...who, language }, 'me')
  await transaction.done
}
