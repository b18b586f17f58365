import { useQuery } from '@tanstack/react-query'
import type { Line } from '#contract/rest/offices.ts'
import { accountQuery } from '#src/queries/account-queries.ts'
import { isUnknown, useSession } from '#src/stores/session-store.ts'

/**
 * Whether a line asks for a proven document, and for all that is known theirs is not: then nobody fills in a
 * form that is refused at its end.
 * @see rule DOC-04
 */
export function useProof({ proven_only = false }: Pick<Line, 'proven_only'>): {
  proof: 'asking' | 'needed' | 'settled'
  /** They have just proven it. */
  askAnew: () => void
} {
  const unknown = useSession(isUnknown)
  const isRegistered = useSession(({ status }) => status === 'registered')
  const isHere = useSession(({ token }) => token !== null)
  const { data, isLoading, refetch } = useQuery({
    ...accountQuery(),
    enabled: proven_only && isRegistered && isHere,
  })
  // Where nobody can tell, offline or by a fault, the server will.
  const isProven = isRegistered && (data?.document_proven ?? true)
  const isAsked = unknown || isLoading
  return {
    proof: !proven_only ? 'settled' : isAsked ? 'asking' : isProven ? 'settled' : 'needed',
    askAnew: () => void refetch(),
  }
}
