import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeskState } from '#contract/rest/desk.ts'
import type { DeskAction } from './desk-api.ts'
import { useDeskTools } from './desk-tools.ts'
import { officeKey } from './use-office.ts'
import { reservationsKey } from './use-reservations.ts'
import { useWordOf } from './use-word-of.ts'

export interface DeskActing {
  /**
   * Does it, unless something is being done already, or nobody knows yet whether it was: a second press on
   * the same button must not call a second person.
   * @returns whether it is begun
   */
  act(action: DeskAction): boolean
  /** What is being done. */
  pending: DeskAction['do'] | null
  /**
   * How the last one went wrong, or that no answer came and it is asked what became of it; null once the next
   * begins. An ended session is not told here, but over the page.
   */
  error: Error | null
  /** Forgets the last error. */
  clear(): void
}

/** What is no fact, by which the lists would hear of it. */
const UNTOLD: ReadonlySet<DeskAction['do']> = new Set(['note', 'deliver'])

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

  const mutation = useMutation<DeskState, Error, DeskAction, { pressed: Element | null }>({
    mutationFn: action => api.act(officeId, action),
    mutationKey: queryKey,
    networkMode: 'always',
    onSuccess: async (state, action, { pressed }) => {
      // A look that began earlier saw the desk as it was before, and must not come back over this answer.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, state)
      void queries.invalidateQueries({ queryKey: reservationsKey(clerkId, officeId) })
      if (UNTOLD.has(action.do)) void queries.invalidateQueries({ queryKey: [...queryKey, 'list'] })
      onDone?.(state, action, pressed)
    },
    onMutate: () => ({ pressed: document.activeElement }),
    // Refused, or not done: either way the screen may be behind what is so.
    onError: () => void queries.invalidateQueries({ queryKey }),
  })

  const error = useWordOf(mutation)
  return {
    act(action) {
      const isFree = queries.isMutating({ mutationKey: queryKey }) === 0
      if (isFree) mutation.mutate(action)
      return isFree
    },
    pending: mutation.isPending ? mutation.variables.do : null,
    error,
    clear: mutation.reset,
  }
}
