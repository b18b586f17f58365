import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Session } from '#contract/rest/login.ts'
import type { KnownUser } from '#src/db/user-data.ts'
import type { FailureCode } from '#src/domain/failure-codes.ts'

/**
 * The person as this page knows them. E-mail and phone are known only while signed in: they are not kept.
 * @see specification §3 "User"
 */
export interface SessionUser extends KnownUser {
  email: string | null
  phone: string | null
  /** The versions of the policies that they accepted. */
  accepted_policies: readonly string[]
}

/**
 * `guest` by default. `temporary` and `registered` are signed in, or remembered without a network (then
 * `token` is null). `expired` is a guest who was somebody until their session ended.
 */
export type SessionStatus = 'guest' | 'temporary' | 'registered' | 'expired'

export interface SessionState {
  status: SessionStatus
  user: SessionUser | null
  /** In memory only. */
  token: string | null
  isLoading: boolean
  /** False until the first look at who is here has ended, whatever it found. */
  hasLooked: boolean
  /** What the one was whose session ended here, for whoever has to say who they are again; or null. */
  ended: 'temporary' | 'registered' | null
  /** The code of what went wrong last, or null. */
  error: FailureCode | null
}

export type SessionEvent =
  | { type: 'loading' }
  | { type: 'signed-in'; session: Session }
  | { type: 'remembered'; user: KnownUser }
  | { type: 'accepted'; versions: readonly string[] }
  | { type: 'expired' }
  | { type: 'signed-out' }
  | { type: 'failed'; code: FailureCode }

export const GUEST: SessionState = {
  status: 'guest',
  user: null,
  token: null,
  isLoading: false,
  hasLooked: true,
  ended: null,
  error: null,
}

/**
 * A full user needs token and e-mail; a temporary one counts as logged in with token and temporal flag
 * (AUTH-03). A session that is neither signs nobody in.
 */
function signedIn({
  token,
  user_id,
  name,
  email,
  phone,
  identity_type,
  expires_at,
  meta,
  accepted_policies = [],
}: Session): SessionState {
  const { temporal } = meta
  if (token === '' || (!temporal && !email)) return { ...GUEST, error: 'unauthorized' }
  const user = { user_id, name, email, phone, identity_type, temporal, expires_at, accepted_policies }
  return { ...GUEST, status: temporal ? 'temporary' : 'registered', user, token }
}

/** @see specification §4 "Auth", rules AUTH-01 to AUTH-03 */
export function sessionAfter(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'loading':
      return { ...state, isLoading: true, error: null }
    case 'signed-in':
      return signedIn(event.session)
    case 'remembered':
      return {
        ...state,
        status: event.user.temporal ? 'temporary' : 'registered',
        user: { ...event.user, email: null, phone: null, accepted_policies: [] },
      }
    case 'accepted':
      return { ...state, user: state.user && { ...state.user, accepted_policies: event.versions } }
    case 'expired':
      // Whoever is told twice that it ended is the one who was here the first time.
      return {
        ...GUEST,
        status: 'expired',
        ended: state.user ? (state.status as SessionState['ended']) : state.ended,
        error: 'session-expired',
      }
    case 'signed-out':
      return GUEST
    case 'failed':
      return { ...state, isLoading: false, hasLooked: true, error: event.code }
  }
}

export interface SessionStore extends SessionState {
  apply(event: SessionEvent): void
}

export const createSessionStore = (first: SessionState = GUEST) =>
  createStore<SessionStore>()(set => ({ ...first, apply: event => set(state => sessionAfter(state, event)) }))

/** Loading from the very first moment: until somebody has looked, nobody knows whether a guest is here. */
export const sessionStore = createSessionStore({ ...GUEST, isLoading: true, hasLooked: false })
export const useSession = <Slice>(select: (state: SessionStore) => Slice): Slice =>
  useStore(sessionStore, select)

/**
 * Nobody knows yet who is here: to ask them for their name now would be asking some for the second time. A
 * guest who is signing in is none of these: what they are typing stays before them.
 */
export const isUnknown = ({ user, hasLooked }: SessionState): boolean => user === null && !hasLooked

/** The server has said who is here, or could not be asked. */
export const isSettled = ({ token, isLoading }: SessionState): boolean => token !== null || !isLoading

/** Nobody is here, or nobody any more. */
export const isGuest = ({ user }: SessionState): boolean => user === null
