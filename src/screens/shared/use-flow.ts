import { useCallback, useState } from 'react'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'

/**
 * A verb for a button: `busy` while it runs, and a second press meanwhile comes to nothing. A fault of ours is
 * reported, and answered with undefined.
 */
export function useFlow<Verb extends keyof Flows>(verb: Verb) {
  const [busy, setBusy] = useState(false)
  const run = useCallback(
    async (...args: Parameters<Flows[Verb]>): Promise<Awaited<ReturnType<Flows[Verb]>> | undefined> => {
      setBusy(true)
      try {
        const bound = (await flows.get())[verb] as (
          ...args: Parameters<Flows[Verb]>
        ) => ReturnType<Flows[Verb]>
        return await bound(...args)
      } catch (error) {
        reportError(error)
        return undefined
      } finally {
        setBusy(false)
      }
    },
    [verb],
  )
  return { run, busy }
}
