import { createContext, use } from 'react'
import type { DeviceApi } from '#src/devices/device-api.ts'
import type { Voice } from '#src/platform/voice.ts'

/** What the screens work with; given once, by the entry. */
export interface KioskTools {
  api: Pick<DeviceApi, 'kiosk' | 'giveNumber' | 'reservations' | 'sayArrived'>
  voice: Voice
  /** The server no longer knows this tablet. */
  onShut(): void
}

const Tools = createContext<KioskTools | null>(null)
export const KioskToolsProvider = Tools

export function useKioskTools(): KioskTools {
  const tools = use(Tools)
  if (!tools) throw new Error('the kiosk is drawn without its tools')
  return tools
}
