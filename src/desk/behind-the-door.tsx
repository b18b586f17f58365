import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { browserRandom } from '#src/platform/random.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { deskApi } from './desk-api.ts'
import { DeskToolsProvider } from './desk-tools.ts'
import { useDoorTools } from './door-tools.ts'
import { pressing } from './presses.ts'

const tab = browserSettings(() => sessionStorage)

/** Gives the screens behind the door what they work with: whoever stands before it does not wait for that. */
export function BehindTheDoor({ children }: { children: ReactNode }) {
  const door = useDoorTools()
  const [queries] = useState(() => new QueryClient())
  const [{ resume, ...tools }] = useState(() => {
    const { clock, session, settings, timers } = door
    const world = { session, clock, timers, random: browserRandom, tab }
    const { client, ...presses } = pressing(door.client, world)
    return { ...presses, api: deskApi(client, door.fetchFile), client, clock, session, settings }
  })
  useEffect(() => void resume(), [resume])
  return (
    <QueryClientProvider client={queries}>
      <DeskToolsProvider value={tools}>{children}</DeskToolsProvider>
    </QueryClientProvider>
  )
}
