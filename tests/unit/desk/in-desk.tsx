import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type DeskTools, DeskToolsProvider } from '#src/desk/desk-tools.ts'

/** Where the desk's hooks are called: with these tools, and these answers at hand. */
export const inDesk =
  (tools: DeskTools, queries: QueryClient) =>
  ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <DeskToolsProvider value={tools}>{children}</DeskToolsProvider>
    </QueryClientProvider>
  )
