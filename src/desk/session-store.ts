import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DeskSession } from '#contract/rest/desk.ts'

export type ClerkSession =
  /** The cookie, if there is one, is being traded for a token. */
  | { phase: 'asking' }
  /** Nobody could be asked whether there is a session. */
  | { phase: 'unreached'; code: string }
  | { phase: 'out' }
  | { phase: 'in'; clerk: DeskSession }
  /** The server no longer knows the session. Who was at work stays in sight, and signs in again over it. */
  | { phase: 'over'; clerk: DeskSession }

export interface SessionStore {
  store: StoreApi<ClerkSession>
  /** Null unless the session is good: an answer to an old token must not end the session that replaced it. */
  getToken(): string | null
  ask(): void
  fail(code: string): void
  begin(clerk: DeskSession): void
  expire(): void
  end(): void
}

/** Who works here, and their token: in memory only, gone with the page. */
export function createSessionStore(): SessionStore {
  const store = createStore<ClerkSession>(() => ({ phase: 'asking' }))
  return {
    store,
    getToken() {
      const now = store.getState()
      return now.phase === 'in' ? now.clerk.token : null
    },
    ask: () => store.setState({ phase: 'asking' }, true),
    fail: code => store.setState({ phase: 'unreached', code }, true),
    begin: clerk => store.setState({ phase: 'in', clerk }, true),
    expire() {
      const now = store.getState()
      if (now.phase === 'in') store.setState({ phase: 'over', clerk: now.clerk }, true)
    },
    end: () => store.setState({ phase: 'out' }, true),
  }
}
