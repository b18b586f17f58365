/**
 * What the browser says about notices. `needs-install`: only the installed app may have them (iPhone, iPad).
 */
export type PushDoorState = 'unsupported' | 'needs-install' | 'prompt' | 'granted' | 'denied'

export interface NoticesDevice {
  navigator: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & {
    serviceWorker?: unknown
    standalone?: boolean
  }
  Notification?: { permission: NotificationPermission }
  PushManager?: unknown
}

/** Newer iPads call themselves Macs, but have a screen to touch. */
const isApplePhone = ({ userAgent, maxTouchPoints }: NoticesDevice['navigator']) =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)

/** What the browser says at once. */
export function pushDoorState({ navigator, Notification, PushManager }: NoticesDevice): PushDoorState {
  if (!navigator.serviceWorker || !PushManager || !Notification) {
    return isApplePhone(navigator) && !navigator.standalone ? 'needs-install' : 'unsupported'
  }
  return Notification.permission === 'default' ? 'prompt' : Notification.permission
}
