import { useSession } from '#src/stores/session-store.ts'

/**
 * What of it is of whoever is here. What somebody without an account took stays in this browser when the next
 * one comes in, and stands in nobody else's way. While nobody is here all of it may be theirs.
 */
export function useOwn<Receipt extends { user_id: string }>(kept: readonly Receipt[]): readonly Receipt[] {
  const user = useSession(session => session.user)
  return user === null ? kept : kept.filter(({ user_id }) => user_id === user.user_id)
}
