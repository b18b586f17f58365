import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskState } from '#contract/rest/desk.ts'
import { showAnswer } from '#src/queries/show-answer.ts'
import type { DeskAction } from './desk-api.ts'
import { useDeskTools } from './desk-tools.ts'
import { afterThose, isSame, leansOn, mayFollow } from './press-order.ts'
import { isPressDone, isPressEarly, pressEarly } from './presses.ts'
import { officeKey } from './use-office.ts'
import { reservationsKey } from './use-reservations.ts'
import { useWordOf } from './use-word-of.ts'

export interface DeskActing {
  /**
   * Does it, after what is being done already, here or in another part of the desk. Pressed again it is done
   * once: a second press must not call a second person. Where it cannot be known whom it means before
   * something else is answered, it is not done, and `error` says so.
   * @returns whether it is begun, or its turn will come
   */
  act(action: DeskAction): boolean
  /** What is being done, or awaits its turn. */
  pending: DeskAction['do'] | null
  /**
   * How the last one went wrong, or that no answer came and it is asked what became of it; null once the next
   * begins. An ended session is not told here, but over the page.
   */
  error: Error | null
  /** Forgets the last error. */
  clear(): void
}

interface Press {
  action: DeskAction
  /** What was not answered when it was pressed. */
  earlier: readonly EarlierPress[]
}

/** A mutation of the desk, as far as those after it ask. */
interface EarlierPress {
  state: { status: string; error: Error | null; variables: Press | undefined }
}

const isNotDone = ({ state: { status, error } }: EarlierPress) => status === 'error' && !isPressDone(error)

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

  /** Of any press of this part: one that was pressed after it may be done meanwhile. */
  const [failed, setFailed] = useState<Error | null>(null)
  const mutation = useMutation<DeskState, Error, Press, { pressed: Element | null }>({
    mutationFn({ action, earlier }) {
      const isMoot = earlier.some(
        each => isNotDone(each) && each.state.variables && leansOn(action, each.state.variables.action),
      )
      const deeds = earlier.flatMap(({ state }) => state.variables?.action ?? [])
      return isMoot ? Promise.reject(pressEarly()) : api.act(officeId, afterThose(deeds, action))
    },
    mutationKey: queryKey,
    // One after the other, whichever part of the desk they were pressed in.
    scope: { id: queryKey.join('/') },
    networkMode: 'always',
    onSuccess: async (state, { action }, { pressed }) => {
      await showAnswer(queries, queryKey, state)
      void queries.invalidateQueries({ queryKey: reservationsKey(clerkId, officeId) })
      if (UNTOLD.has(action.do)) void queries.invalidateQueries({ queryKey: [...queryKey, 'list'] })
      // Behind those who draw it: whoever is led on to another button presses what they see.
      notifyManager.schedule(() => onDone?.(state, action, pressed))
    },
    onMutate: () => ({ pressed: document.activeElement }),
    // Refused, or not done: either way the screen may be behind what is so.
    onError(error) {
      // Known to be done, it must not stand for what was pressed after it and was not.
      setFailed(last => (isPressDone(error) && isPressEarly(last) ? last : error))
      void queries.invalidateQueries({ queryKey })
    },
  })

  const error = useWordOf({ isPending: mutation.isPending, error: failed })
  return {
    act(action) {
      const earlier = queries
        .getMutationCache()
        .findAll({ mutationKey: queryKey, status: 'pending' }) as unknown as EarlierPress[]
      const actions = earlier.flatMap(({ state }) => state.variables?.action ?? [])
      if (actions.some(each => isSame(each, action))) return false
      const follows = mayFollow(actions, action)
      setFailed(follows ? null : pressEarly())
      if (follows) mutation.mutate({ action, earlier })
      return follows
    },
    pending: mutation.isPending ? mutation.variables.action.do : null,
    error,
    clear() {
      setFailed(null)
      mutation.reset()
    },
  }
}
