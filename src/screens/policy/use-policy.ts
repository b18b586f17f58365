import { useQuery } from '@tanstack/react-query'
import { policyQuery } from '#src/queries/policy-queries.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useSession } from '#src/stores/session-store.ts'

/**
 * The policy of an office (or of none), and whether who is signed in has yet to accept it. Before the server
 * said who is here, and where the policy cannot be read, nobody is asked: the server would not know what was
 * accepted.
 */
export function usePolicy(officeId: number | null) {
  const { data: policy } = useQuery(policyQuery(officeId))
  const accepted = useSession(({ token, user }) => (token === null ? undefined : user?.accepted_policies))
  const { run } = useErrand('acceptPolicy', policy?.version)
  const isToAccept = policy !== undefined && accepted !== undefined && !accepted.includes(policy.version)
  return {
    policy,
    isToAccept,
    /** One that could not be kept is asked for again the next time; what was pressed with it goes on. */
    accept: async () => (isToAccept ? await run(policy.version) : undefined),
  }
}
