import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Language } from '#contract/primitives.ts'

/** Who is here. */
export interface Who {
  /** Null for a guest: no call may be shown for who was here before (PUSH-07). */
  user_id: string | null
  language: Language
}

/** A push that reached the worker, as it came: its schema judges it where it is taken out. */
export interface InboxItem {
  message: unknown
  /** Who was here when it came; null where the worker could not tell. */
  user_id: string | null
  /** Milliseconds since the epoch. */
  received_at: number
}

interface HandoffSchema extends DBSchema {
  who: { key: 'me'; value: Who }
  inbox: { key: number; value: InboxItem }
  /** Notices that were shown, by what they say; when, in milliseconds since the epoch. */
  seen: { key: string; value: number }
}

export type HandoffDatabase = IDBPDatabase<HandoffSchema>

export const HANDOFF_NAME = 'numerito-handoff'
/** Frozen. An old worker would wait for ever for a newer version that it holds back itself. */
const HANDOFF_VERSION = 1

let opening: Promise<HandoffDatabase> | undefined

/** The open store: opened when first needed, and anew after the browser closed it. */
export function openHandoff(): Promise<HandoffDatabase> {
  if (opening) return opening
  const forget = () => {
    if (opening === mine) opening = undefined
  }
  const mine = openDB<HandoffSchema>(HANDOFF_NAME, HANDOFF_VERSION, {
    upgrade(database) {
      database.createObjectStore('who')
      database.createObjectStore('inbox', { autoIncrement: true })
      database.createObjectStore('seen')
    },
    // Somebody wants to delete the store (the browser's own "clear data"): held open, it would hang.
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase | null)?.close()
      forget()
    },
    terminated: forget,
  })
  opening = mine
  mine.catch(forget)
  return mine
}
