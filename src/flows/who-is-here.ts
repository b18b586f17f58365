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
