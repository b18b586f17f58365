import type { NotificationPreferences } from '#contract/rest/login.ts'
import type { FlowContext } from './flow-context.ts'
import { loadPreferences } from './load-preferences.ts'
import { DONE, type Outcome, failure, failureOf } from './outcome.ts'

/**
 * Saves what changed, with the language in which this person is written to. Whoever is quicker than the answer that tells
 * what they chose before keeps that: a default in its place would switch their notices off.
 */
export async function savePreferences(
  context: Pick<FlowContext, 'api' | 'preferences' | 'session' | 'ui'>,
  change: Partial<NotificationPreferences>,
): Promise<Outcome> {
  const { api, preferences, session, ui } = context
  if (!session.user()) return failure('user-is-guest')
  if (!preferences.areKnown()) await loadPreferences(context)
  if (!preferences.areKnown()) return failure('unavailable')
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
