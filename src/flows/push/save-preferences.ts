import type { NotificationPreferences } from '#contract/rest/login.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, type Outcome, failure } from '../outcome.ts'

/**
 * Saves what changed and nothing else, with the language in which this person is written to: what another
 * window chose since, and what is not known here yet, stays as it is.
 */
export async function savePreferences(
  { api, preferences, session, ui }: Pick<FlowContext, 'api' | 'preferences' | 'session' | 'ui'>,
  change: Partial<NotificationPreferences>,
): Promise<Outcome> {
  const user_id = session.user()?.user_id
  if (user_id === undefined) return failure('user-is-guest')
  /** What somebody else chose is shown by then. */
  const hasLeft = () => session.user()?.user_id !== user_id
  const before = preferences.areKnown() ? preferences.current() : null
  // Shown at once; taken back where it could not be saved.
  if (before) preferences.setLoaded({ ...before, ...change })
  await session.whenKnown()
  if (hasLeft()) return failure('user-is-guest')
  try {
    const { data } = await api.preferences.save({
      site: 'web',
      notifications: change,
      language: ui.language(),
    })
    if (hasLeft()) return failure('user-is-guest')
    if (data.web) preferences.setLoaded(data.web)
    return DONE
  } catch (error) {
    if (before && !hasLeft()) preferences.setLoaded(before)
    return failureOf(error)
  }
}
