import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeskSession } from '#contract/rest/desk.ts'
import type { Staff } from '#contract/rest/staff.ts'
import { showAnswer } from '#src/queries/show-answer.ts'
import type { OfficeHere } from '../use-office-here.ts'
import { staffKey } from './use-staff.ts'

export interface AtOffice {
  clerk: DeskSession
  office: OfficeHere
}

/**
 * Changes who works at the office, and shows at once what the server answered; an answer without them has
 * them asked for again.
 */
export function useStaffChange<Answer, Wish = void>(
  { clerk, office }: AtOffice,
  change: (wish: Wish) => Promise<Answer>,
  staffOf: (answer: Answer) => Staff | null,
): UseMutationResult<Answer, Error, Wish> {
  const queries = useQueryClient()
  const queryKey = staffKey(clerk.clerk_id, office.id)
  return useMutation<Answer, Error, Wish>({
    mutationFn: change,
    networkMode: 'always',
    async onSuccess(answer) {
      const staff = staffOf(answer)
      if (staff) await showAnswer(queries, queryKey, staff)
      else void queries.invalidateQueries({ queryKey })
    },
    // Refused, or unknown: either way the list may be behind what is so.
    onError: () => void queries.invalidateQueries({ queryKey }),
  })
}
