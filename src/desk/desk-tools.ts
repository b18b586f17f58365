import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Client } from '#src/api/client.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Settings } from '#src/platform/settings.ts'
import type { DeskApi } from './desk-api.ts'
import type { Fate, Presses } from './presses.ts'
import type { ClerkSession, SessionStore } from './session-store.ts'

/** What the screens work with; given once, by the entry or by a test. */
export interface DeskTools {
  api: DeskApi
  /** For pages whose calls come with them, later than the desk. */
  client: Client
  /** The server's time, whatever this computer's clock says. */
  clock: Clock
  session: SessionStore
  settings: Settings
  /** What is known of the last press, where nobody answered it. */
  fate: Presses['fate']
}

const Tools = createContext<DeskTools | null>(null)
export const DeskToolsProvider = Tools

export function useDeskTools(): DeskTools {
  const tools = use(Tools)
  if (!tools) throw new Error('the desk is drawn without its tools')
  return tools
}

export function useClerkSession(): ClerkSession {
  return useStore(useDeskTools().session.store)
}

export const useFate = (): Fate => useStore(useDeskTools().fate, ({ fate }) => fate)
