import type { Tables } from '#src/db/open-database.ts'
import type { NewNotice } from '#src/domain/notice.ts'
import type { FlowContext } from './flow-context.ts'

/** Whether they are here, or their session ended by itself, and what they hold is here still. */
export async function isTheirs(
  { db, session }: { db: Pick<Tables, 'userData'>; session: Pick<FlowContext['session'], 'user'> },
  userId: string,
): Promise<boolean> {
  const ended = await db.userData.read('ended')
  return session.user()?.user_id === userId || ended?.user_id === userId
}

/**
 * Says what became of something to whoever asked for it: it is no news to whoever is here next.
 * @returns whether they are here to hear it
 */
export async function sayToThem(
  context: Pick<FlowContext, 'db' | 'notices' | 'session'>,
  userId: string,
  notice: NewNotice,
): Promise<boolean> {
  const isHere = await isTheirs(context, userId)
  if (isHere) context.notices.raise(notice)
  return isHere
}

/**
 * Keeps what the server tells of somebody's things. An answer that comes once they have left is nobody's:
 * whoever is here next would find it.
 * @param keep awaits nothing but the tables handed to it
 * @returns what `keep` answers; null where it is nobody's
 */
export async function keepTheirs<Kept>(
  { db, session }: Pick<FlowContext, 'db' | 'session'>,
  userId: string,
  keep: (inside: Tables) => Promise<Kept>,
): Promise<Kept | null> {
  return await db.atomically(async inside =>
    (await isTheirs({ db: inside, session }, userId)) ? await keep(inside) : null,
  )
}
