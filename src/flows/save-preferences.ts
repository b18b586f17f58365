import type { NotificationPreferences } from '#contract/rest/login.ts'
import type { FlowContext } from './flow-context.ts'
import { DONE, type Outcome, failure, failureOf } from './outcome.ts'

/** Saves what changed, with the language in which this person is written to. */
export async function savePreferences(
  { api, preferences, session, ui }: Pick<FlowContext, 'api' | 'preferences' | 'session' | 'ui'>,
  change: Partial<NotificationPreferences>,
): Promise<Outcome> {
  if (!session.user()) return failure('user-is-guest')
  const before = preferences.current()
  const wanted = { ...before, ...change }
  // Shown at once; taken back where it could not be saved.
  preferences.loaded(wanted)
  try {
    const { data } = await api.preferences.save({
      site: 'web',
      notifications: wanted,
      language: ui.language(),
    })
    preferences.loaded(data.web ?? wanted)
    return DONE
  } catch (error) {
    preferences.loaded(before)
    return failureOf(error)
  }
}
