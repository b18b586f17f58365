import { useEffect, useRef, useState } from 'react'
import type { DeskState } from '#contract/rest/desk.ts'
import { useDeskTools } from '../desk-tools.ts'
import { forgetKeptChoice, type LineChoice, readKeptChoice, servedLines } from '../served-lines.ts'
import type { DeskActing } from '../use-desk-action.ts'

/** From which lines the desk calls, by whose word, and the way to choose others. */
export interface Serving {
  choice: LineChoice
  by: NonNullable<DeskState['served']>['by']
  choose: (choice: LineChoice) => void
}

const isAlike = (a: LineChoice, b: LineChoice) =>
  (a === null) === (b === null) && String(a?.toSorted()) === String(b?.toSorted())

/**
 * The choice as the server has it; as it was last pressed, until the server has that. Who marks one line
 * after the other need not wait for answers: what was marked meanwhile is told next. What this device kept
 * before the server did is told to it once, where the clerk has not chosen since, here or elsewhere.
 */
export function useLineChoice(clerkId: number, state: DeskState, acting: DeskActing): Serving {
  const { settings } = useDeskTools()
  const [wish, setWish] = useState<{ choice: LineChoice } | null>(null)
  const told = useRef<typeof wish>(null)
  const isKeptTold = useRef(false)
  const { act, pending, error } = acting
  const { office_id, lines } = state
  const { by, line_ids } = state.served ?? { by: 'nobody', line_ids: null }

  useEffect(() => {
    if (wish === null || pending !== null) return
    const isOver = told.current === wish && (error !== null || isAlike(wish.choice, line_ids))
    if (isOver || by === 'office') setWish(null)
    else if (told.current !== wish && act({ do: 'serve', lineIds: wish.choice })) told.current = wish
  }, [wish, pending, error, line_ids, by, act])
  useEffect(() => {
    const kept = readKeptChoice(settings, clerkId, office_id)
    if (kept === null || by === 'office') return
    if (by === 'clerk') forgetKeptChoice(settings, clerkId, office_id)
    else if (!isKeptTold.current) {
      isKeptTold.current = true
      setWish({ choice: servedLines(lines, kept).map(({ line_id }) => line_id) })
    }
  }, [settings, clerkId, office_id, by, lines])
  return { choice: wish ? wish.choice : line_ids, by, choose: choice => setWish({ choice }) }
}
