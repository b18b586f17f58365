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

/**
 * The choice as the server has it; as it was just pressed, until the answer comes. What this device kept
 * before the server did is told to it once, where the clerk has not chosen since, here or elsewhere.
 */
export function useLineChoice(clerkId: number, state: DeskState, acting: DeskActing): Serving {
  const { settings } = useDeskTools()
  const [wished, setWished] = useState<LineChoice>(null)
  const isTold = useRef(false)
  const { act, pending } = acting
  const { office_id, lines } = state
  const { by, line_ids } = state.served ?? { by: 'nobody', line_ids: null }
  const choose = (choice: LineChoice) => {
    setWished(choice)
    act({ do: 'serve', lineIds: choice })
  }
  useEffect(() => {
    const kept = readKeptChoice(settings, clerkId, office_id)
    if (kept === null || by === 'office') return
    if (by === 'clerk') forgetKeptChoice(settings, clerkId, office_id)
    else if (!isTold.current) {
      isTold.current = true
      choose(servedLines(lines, kept).map(({ line_id }) => line_id))
    }
  })
  return { choice: pending === 'serve' ? wished : line_ids, by, choose }
}
