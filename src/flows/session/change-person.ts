import type { Session } from '#contract/rest/login.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { KnownUser } from '#src/db/user-data.ts'
import { keepUser } from './enter-session.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, type Failure, failure } from '../outcome.ts'

/** `fields`: what the server found at fault. */
export type PersonChanged = typeof DONE | (Failure & { fields?: ApiError['fields'] })

/** §5's words: nobody's data can be updated. */
const USER_IS_GUEST: Failure = { ...failure('user-is-guest'), message: 'User is Guest' }

/**
 * Changes what is known of whoever is here, and takes in who they are by then. An answer that comes once they
 * have left would sign them in again, on a page that is somebody else's.
 * @param ask tells the server, whose answer is the session as it is then; throws ApiError
 */
export async function changePerson(
  context: FlowContext,
  ask: (here: KnownUser, token: string) => Promise<Session>,
): Promise<PersonChanged> {
  const { connectivity, notices, session } = context
  const here = session.user()
  if (!here) return USER_IS_GUEST
  if (!connectivity.hasNetwork()) return failure('offline')
  await session.whenKnown()
  const token = session.token()
  if (token === null) return failure('offline')
  try {
    const changed = await ask(here, token)
    if (session.token() !== token) return failure('user-is-guest')
    session.signedIn(changed)
    await keepUser(context, changed)
  } catch (error) {
    return { ...failureOf(error), ...(error instanceof ApiError && { fields: error.fields }) }
  }
  notices.raise({ kind: 'success', subject: 'person', code: 'preferences-saved' })
  return DONE
}
