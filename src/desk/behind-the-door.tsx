import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { deskApi } from './desk-api.ts'
import { DeskToolsProvider } from './desk-tools.ts'
import { useDoorTools } from './door-tools.ts'

/** Gives the screens behind the door what they work with: whoever stands before it does not wait for that. */
export function BehindTheDoor({ children }: { children: ReactNode }) {
  const { client, fetchFile, session, settings } = useDoorTools()
  const [queries] = useState(() => new QueryClient())
  const [tools] = useState(() => ({ api: deskApi(client, fetchFile), client, session, settings }))
  return (
    <QueryClientProvider client={queries}>
      <DeskToolsProvider value={tools}>{children}</DeskToolsProvider>
    </QueryClientProvider>
  )
}
