import { ApiError } from '#src/api/api-error.ts'
import { PushDoorError } from '#src/platform/push-door.ts'
import type { FlowContext } from '../flow-context.ts'
import { registerPush } from './register-push.ts'

/** The trial notice did not come: a new subscription takes the place of one that may be dead on its way. */
export async function resubscribePush(context: FlowContext): Promise<void> {
  const { pushDoor, pushSwitch } = context
  pushSwitch.setWorking()
  try {
    await pushDoor.unsubscribe()
    await registerPush(context)
    pushSwitch.setState('on')
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof PushDoorError)) throw error
    pushSwitch.setState('failed')
  }
}
