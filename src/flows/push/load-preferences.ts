import { ApiError } from '#src/api/api-error.ts'
import { DEFAULT_PREFERENCES } from '#src/domain/default-preferences.ts'
import type { FlowContext } from '../flow-context.ts'

/** Reads the preferences; a failure falls back to the defaults (PROF-02). */
export async function loadPreferences({
  api,
  preferences,
  session,
}: Pick<FlowContext, 'api' | 'preferences' | 'session'>): Promise<void> {
  const token = session.token()
  if (token === null) return
  /** Theirs would be shown, and kept, as the next person's. */
  const hasLeft = () => session.token() !== token
  preferences.setLoading()
  try {
    const { data } = await api.preferences.read()
    // What was saved meanwhile is newer.
    if (!hasLeft() && !preferences.areKnown()) preferences.setLoaded(data.web ?? DEFAULT_PREFERENCES)
  } catch (error) {
    if (!hasLeft() && !preferences.areKnown()) preferences.setFailed()
    if (!(error instanceof ApiError)) throw error
  }
}
