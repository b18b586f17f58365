import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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

/** How it was at the press. */
interface Before {
  desk: DeskState | undefined
  pressed: Element | null
}

function outcomeOf(
  {
    error,
    variables: action,
    context,
  }: { error: Error | null; variables: DeskAction | undefined; context: Before | undefined },
  { data: now, dataUpdatedAt }: { data: DeskState | undefined; dataUpdatedAt: number },
  silentAt: number,
): DeskActing['outcome'] {
  if (!(error instanceof ApiError) || !error.isUncertain || error.code === 'unreadable') return null
  if (!action || !context?.desk || !now) return null
  if (dataUpdatedAt <= silentAt) return 'looking'
  const isDone = cameTrue(action, context.desk, now)
  return isDone === null ? null : isDone ? 'done' : 'not-done'
}

/**
 * Acts at the desk, and shows at once what the server answered.
 * @param onDone told with the desk as it then stands, and what had the focus when it was pressed
 */
export function useDeskAction(
  clerkId: number,
  officeId: number,
  onDone?: (state: DeskState, action: DeskAction, pressed: Element | null) => void,
): DeskActing {
  const { api } = useDeskTools()
  const queries = useQueryClient()
  const queryKey = officeKey(clerkId, officeId)

  const desk = useSeenOffice(clerkId, officeId)
  /** What was seen until then is older than the silence. */
  const [silentAt, setSilentAt] = useState(0)

  const mutation = useMutation<DeskState, Error, DeskAction, Before>({
    mutationFn: action => api.act(officeId, action),
    mutationKey: queryKey,
    networkMode: 'always',
    onSuccess: async (state, action, { pressed }) => {
      // A look that began earlier saw the desk as it was before, and must not come back over this answer.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, state)
      void queries.invalidateQueries({ queryKey: reservationsKey(clerkId, officeId) })
      onDone?.(state, action, pressed)
    },
    onMutate: () => ({ desk: queries.getQueryData(queryKey), pressed: document.activeElement }),
    // Refused, or unknown: either way the screen may be behind what is so.
    onError() {
      setSilentAt(queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0)
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
    outcome: isOver ? null : outcomeOf(mutation, desk, silentAt),
    clear: mutation.reset,
  }
}
