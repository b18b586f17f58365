import type { PushDoorState } from '#src/platform/push-door-state.ts'
import type { PushSwitchState } from '../flow-context.ts'

/** What the switch shows while nothing is subscribed. */
export function switchStateOf(permission: PushDoorState): PushSwitchState {
  switch (permission) {
    case 'denied':
      return 'blocked'
    case 'prompt':
    case 'granted':
      return 'off'
    default:
      return permission
  }
}
