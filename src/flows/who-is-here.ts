import type { KnownUser } from '#src/db/user-data.ts'
import type { FlowContext } from './flow-context.ts'

/**
 * Who is here, as soon as that is known: what is pressed in a page's first moments, before a slow storage or
 * the server has said so, is not refused as a guest's. The device's word is enough: what is pressed is kept
 * as theirs though the server should not answer before the page is closed.
 */
export async function whoIsHere({ session }: Pick<FlowContext, 'session'>): Promise<KnownUser | null> {
  await session.whenNamed()
  return session.user()
}

/**
 * Whether the server says, once it is asked, that whoever pressed is here: another page may have let in
 * somebody else since the device's word was kept, and nothing is asked for in their name.
 */
export async function isHereByServer({ session }: Pick<FlowContext, 'session'>): Promise<boolean> {
  const named = await whoIsHere({ session })
  await session.whenKnown()
  return named !== null && session.user()?.user_id === named.user_id
}
