import type { TableOf } from './rows.ts'

/** Who was signed in when the application last knew: enough to greet them without a network. */
export interface KnownUser {
  user_id: string
  name: string | null
  identity_type: 'rut' | 'dni' | null
  temporal: boolean
  /** When the session ends, ISO 8601. */
  expires_at: string
}

/** What the push service's token provider gave this browser, and for what. */
export interface PushRegistration {
  id: string
  endpoint: string
  language: string
  user_id: string
  /**
   * When the server last said that it would ring this browser, milliseconds; an earlier version did not write
   * it.
   */
  confirmed_at?: number
}

interface Kept {
  user: KnownUser
  /** Whose session ended by itself: their receipts are here still. */
  ended: Pick<KnownUser, 'user_id' | 'temporal'>
  /**
   * Whoever left is forgotten here, whether the server could be told of it or not. What is here since is of
   * whoever came after them.
   */
  left: true
  push: PushRegistration
  /** In which the server does not write to them yet. */
  language_untold: { user_id: string; language: string }
}

export interface UserDataRow {
  key: keyof Kept
  value: Kept[keyof Kept]
}

/** One value of each kind, or none. */
export interface UserData {
  read<Key extends keyof Kept>(key: Key): Promise<Kept[Key] | null>
  write<Key extends keyof Kept>(key: Key, value: Kept[Key]): Promise<void>
  remove(key: keyof Kept): Promise<void>
}

export function userData(table: TableOf<UserDataRow>): UserData {
  return {
    read: key =>
      table.reading(async () => ((await table.get(key))?.value as Kept[typeof key] | undefined) ?? null),
    write: (key, value) => table.atomically(() => table.put({ key, value })),
    remove: key => table.atomically(() => table.delete(key)),
  }
}
