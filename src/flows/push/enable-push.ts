import { ApiError } from '#src/api/api-error.ts'
import { mayAskForPush, type PushAsked } from '#src/domain/may-ask-for-push.ts'
import { PushDoorError } from '#src/platform/push-door.ts'
import type { FlowContext, PushSwitchState } from '../flow-context.ts'
import { registerPush } from './register-push.ts'
import { savePreferences } from './save-preferences.ts'
import { switchStateOf } from './switch-state-of.ts'

/**
 * "Avísame aunque bloquee el teléfono": asks for permission where that may be asked, subscribes, registers.
 * To be called from the press itself, or Safari refuses without asking.
 *
 * @param where permission is asked for after taking a ticket, in the preferences, or where somebody presses
 * to be told of one thing, and nowhere else (PUSH-06)
 * @returns what the switch shows now
 */
export async function enablePush(context: FlowContext, where: PushAsked['where']): Promise<PushSwitchState> {
  const { preferences, pushDoor, pushSwitch, session } = context
  const settle = (state: PushSwitchState) => {
    pushSwitch.setState(state)
    return state
  }
  pushSwitch.setWorking()
  const neverAgain = preferences.current().never_show_popup_notifications
  let permission = pushDoor.state()
  if (mayAskForPush({ permission, where, neverAgain })) permission = await pushDoor.askPermission()
  if (permission !== 'granted') return settle(switchStateOf(permission))
  // Before the server has said who is here, it would take them for a guest.
  await session.whenKnown()
  if (session.user() === null) return settle(switchStateOf(permission))
  try {
    await registerPush(context)
  } catch (error) {
    if (error instanceof ApiError || error instanceof PushDoorError) return settle('failed')
    throw error
  }
  const saved = await savePreferences(context, { push: true })
  return settle(saved.status === 'done' ? 'on' : 'failed')
}
