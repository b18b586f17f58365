import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { DeskState } from '#contract/rest/desk.ts'
import { ApiError } from '#src/api/api-error.ts'
import { cameTrue } from './came-true.ts'
import type { DeskAction } from './desk-api.ts'
import { useDeskTools } from './desk-tools.ts'
import { officeKey, useSeenOffice } from './use-office.ts'
import { reservationsKey } from './use-reservations.ts'

export interface DeskActing {
  /**
   * Does it, unless something is being done already: a second press on the same button must not call a second
   * person.
   */
  act(action: DeskAction): void
  /** What is being done. */
  pending: DeskAction['do'] | null
  /**
   * How the last one went wrong; null once the next begins. An ended session is not told here, but over the
   * page.
   */
  error: Error | null
  /**
   * What became of the last one, where no answer came: looked up, and not guessed. Null where an answer came,
   * or the desk does not show it.
   */
  outcome: 'looking' | 'done' | 'not-done' | null
  /** Forgets the last error. */
  clear(): void
}

interface Doubt {
  before: DeskState | undefined
  since: number
}

function outcomeOf(
  error: Error | null,
  action: DeskAction | undefined,
  doubt: Doubt | null,
  { data: now, dataUpdatedAt }: { data: DeskState | undefined; dataUpdatedAt: number },
): DeskActing['outcome'] {
  if (!(error instanceof ApiError) || !error.isUncertain || error.code === 'unreadable') return null
  if (!action || !doubt?.before || !now) return null
  if (dataUpdatedAt <= doubt.since) return 'looking'
  const isDone = cameTrue(action, doubt.before, now)
  return isDone === null ? null : isDone ? 'done' : 'not-done'
}

/**
 * Acts at the desk, and shows at once what the server answered.
 * @param onDone told with the desk as it then stands
 */
export function useDeskAction(
  clerkId: number,
  officeId: number,
  onDone?: (state: DeskState, action: DeskAction) => void,
): DeskActing {
  const { api } = useDeskTools()
  const queries = useQueryClient()
  const queryKey = officeKey(clerkId, officeId)

  const desk = useSeenOffice(clerkId, officeId)
  /** As it stood at the press, and until when what was seen is older than the silence. */
  const doubt = useRef<Doubt | null>(null)

  const mutation = useMutation<DeskState, Error, DeskAction>({
    mutationFn: action => api.act(officeId, action),
    mutationKey: queryKey,
    networkMode: 'always',
    onSuccess: async (state, action) => {
      // A look that began earlier saw the desk as it was before, and must not come back over this answer.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, state)
      void queries.invalidateQueries({ queryKey: reservationsKey(clerkId, officeId) })
      onDone?.(state, action)
    },
    onMutate() {
      doubt.current = { before: queries.getQueryData(queryKey), since: 0 }
    },
    // Refused, or unknown: either way the screen may be behind what is so.
    onError() {
      if (doubt.current) doubt.current.since = desk.dataUpdatedAt
      void queries.invalidateQueries({ queryKey })
    },
  })

  const isOver = mutation.error instanceof ApiError && mutation.error.status === 401
  return {
    act(action) {
      if (queries.isMutating({ mutationKey: queryKey }) === 0) mutation.mutate(action)
    },
    pending: mutation.isPending ? mutation.variables.do : null,
    error: isOver ? null : mutation.error,
    outcome: isOver ? null : outcomeOf(mutation.error, mutation.variables, doubt.current, desk),
    clear: mutation.reset,
  }
}
