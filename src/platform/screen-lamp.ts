import type { Stop } from './subscribers.ts'

/** Keeps the screen lit while a number is looked at, where the browser can. */
export interface ScreenLamp {
  keepLit(): Promise<Stop>
}

interface Device {
  wakeLock?: { request(type: 'screen'): Promise<{ release(): Promise<void> }> }
}

export function browserScreenLamp(navigator: Device): ScreenLamp {
  return {
    async keepLit() {
      try {
        const lock = await navigator.wakeLock?.request('screen')
        return () => void lock?.release().catch(() => undefined)
      } catch {
        // Low battery, or a hidden page: the browser decides, and nothing is lost.
        return () => undefined
      }
    },
  }
}
