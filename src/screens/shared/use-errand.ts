import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import { FAULT, type Failure, failure, isFailure } from '#src/flows/outcome.ts'
import { errandStore } from '#src/stores/errand-store.ts'

type Args<Verb extends keyof Flows> = Parameters<Flows[Verb]>
type Answer<Verb extends keyof Flows> = Awaited<ReturnType<Flows[Verb]>> | Failure

/**
 * A verb for a button, and how it stands, whichever screen pressed it: `busy` while it runs, when a second
 * press comes to nothing, and then how it ended, until the screen that says so is left. A fault of ours is
 * reported, and ends it as FAULT.
 * @param about whose or what it is done to; '' for what there is once
 */
export function useErrand<Verb extends keyof Flows>(verb: Verb, about = '') {
  const key = `${verb} ${about}`
  const errand = useStore(errandStore, ({ errands }) => errands[key])
  const run = useCallback(
    (...args: Args<Verb>) =>
      errandStore.getState().run(key, args, async () => {
        const verbs = await flows.get().catch((error: unknown) => reportError(error))
        // The network went before this part of the application had come.
        if (!verbs) return failure('offline')
        try {
          const bound = verbs[verb] as (...args: Args<Verb>) => ReturnType<Flows[Verb]>
          return await bound(...args)
        } catch (error) {
          reportError(error)
          return FAULT
        }
      }) as Promise<Answer<Verb>>,
    [key, verb],
  )
  const forget = useCallback(() => errandStore.getState().forget(key), [key])
  useEffect(() => forget, [forget])
  const outcome = errand?.outcome as Answer<Verb> | undefined
  return {
    run,
    forget,
    /** Another one with each step of each run: by it a screen knows what had ended before it was opened. */
    errand,
    busy: errand?.isRunning === true,
    /** What the one that runs was given; null where none does. */
    asked: errand?.isRunning === true ? (errand.asked as Args<Verb>) : null,
    outcome,
    failure: isFailure(outcome) ? outcome : null,
  }
}
