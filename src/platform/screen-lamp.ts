import type { Stop } from './subscribers.ts'
import { browserVisibility, type Visibility } from './visibility.ts'

/** Keeps the screen lit, where the browser can: while a number, a call or a device is looked at. */
export interface ScreenLamp {
  /** Until it is stopped, whenever the page is seen. */
  keepLit(): Stop
}

interface Lock {
  release(): Promise<void>
}
interface Device {
  wakeLock?: { request(type: 'screen'): Promise<Lock> }
}

export function screenLamp(device: Device, visibility: Visibility): ScreenLamp {
  return {
    keepLit() {
      let isOver = false
      let lock: Lock | undefined
      const letGo = () => void lock?.release().catch(() => undefined)
      const light = async () => {
        // Browsers let the screen go dark once the page is hidden, and do not light it again by themselves.
        if (!visibility.isVisible()) return
        // Low battery, for example: the device decides, and nothing is lost.
        lock = await device.wakeLock?.request('screen').catch(() => undefined)
        if (isOver) letGo()
      }
      const stop = visibility.subscribe(() => void light())
      void light()
      return () => {
        isOver = true
        stop()
        letGo()
      }
    },
  }
}

export const browserScreenLamp = (): ScreenLamp => screenLamp(navigator, browserVisibility(document))
