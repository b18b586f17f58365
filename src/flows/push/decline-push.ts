import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../outcome.ts'
import { savePreferences } from './save-preferences.ts'

/** "No volver a preguntar": the question is not put again, here or in another browser (PUSH-06). */
export function declinePush(context: FlowContext): Promise<Outcome> {
  return savePreferences(context, { never_show_popup_notifications: true })
}
