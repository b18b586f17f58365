import type { JobHandlers } from '#server/jobs/job.ts'
import type { AccountJobPayloads } from './account-jobs.ts'
import type { AccountsContext } from './accounts-context.ts'
import { bringAlong } from './bring-along.ts'
import { giveUpBoth } from './enter-account.ts'
import { HoldsTheSame, HoldsTooMany } from './judge-clashes.ts'

/**
 * Looks once more after somebody who signed in: a number that was given in that moment must wait for them,
 * and not for a temporary user who is nobody any more.
 */
export const bringLate = (context: AccountsContext): JobHandlers<Pick<AccountJobPayloads, 'bring-late'>> => ({
  async 'bring-late'({ from, to }) {
    try {
      const { facts } = await context.database.transaction(transaction =>
        bringAlong(context, transaction, from, { user_id: to, session_id: null }),
      )
      context.queue.tell(facts)
    } catch (error) {
      // Nobody can be asked any more: of the same twice, the account's own stays. The job begins anew.
      if (error instanceof HoldsTheSame) await giveUpBoth(context, from, error.held)
      if (error instanceof HoldsTooMany)
        await giveUpBoth(context, from, { tickets: error.tickets, reservations: [] })
      throw error
    }
  },
})
