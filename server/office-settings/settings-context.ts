import type { ChangeContext } from '#server/facts/change-office.ts'

/** What the verbs of this room need of the world. */
export type SettingsContext = ChangeContext
