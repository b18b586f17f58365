import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { queryClient } from './query-client.ts'

/** What asks the server, with what it asks by. Not in the first download: the first paint asks nothing. */
export const withQueries = <Props extends object>(Screen: ComponentType<Props>) =>
  function WithQueries(props: Props) {
    return (
      <QueryClientProvider client={queryClient}>
        <Screen {...props} />
      </QueryClientProvider>
    )
  }
