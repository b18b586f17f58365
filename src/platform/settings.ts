/**
 * The few choices that the first paint needs (language, theme), read at once and without waiting. They belong
 * to the device, not to the person.
 */
export interface Settings {
  read(key: string): string | null
  write(key: string, value: string): void
}

/**
 * A browser that keeps nothing (private window, full disk) forgets the choice with the page: that is no
 * failure.
 */
export function browserSettings(open: () => Pick<Storage, 'getItem' | 'setItem'>): Settings {
  const session = new Map<string, string>()
  return {
    read(key) {
      try {
        return session.get(key) ?? open().getItem(key)
      } catch {
        return session.get(key) ?? null
      }
    },
    write(key, value) {
      session.set(key, value)
      try {
        open().setItem(key, value)
      } catch {
        // Kept for this page alone.
      }
    },
  }
}
