import { createContext, use } from 'react'
import type { Client } from '#src/api/client.ts'
import type { FetchFile } from '#src/api/file-client.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Settings } from '#src/platform/settings.ts'
import type { Timers } from '#src/platform/timers.ts'
import type { DoorApi } from './door-api.ts'
import type { SessionStore } from './session-store.ts'

/** What the door works with, and what the tools behind it are made of; given once, by the entry. */
export interface DoorTools {
  api: DoorApi
  client: Client
  /** The server's time, whatever this computer's clock says. */
  clock: Clock
  fetchFile: FetchFile
  session: SessionStore
  settings: Settings
  timers: Timers
}

const Tools = createContext<DoorTools | null>(null)
export const DoorToolsProvider = Tools

export function useDoorTools(): DoorTools {
  const tools = use(Tools)
  if (!tools) throw new Error('the door is drawn without its tools')
  return tools
}
