import { useSyncExternalStore } from 'react'
import type { Database } from '#src/db/open-database.ts'
import { databasePart } from './parts.ts'
import type { Live } from './use-live.ts'

/**
 * One question to the database for as many as ask it at once, as the hearts of a long list do: it is watched
 * while anybody does.
 * @see use-live.ts for questions of one asker
 */
export function sharedLive<Value>(ask: (database: Database) => Promise<Value>): () => Live<Value> {
  let live: Live<Value> = { status: 'loading', value: undefined }
  let stop: () => void = () => undefined
  const askers = new Set<() => void>()

  function tell(told: Live<Value>): void {
    live = told
    for (const asker of askers) asker()
  }

  function begin(): () => void {
    let isOver = false
    let unwatch: (() => void) | undefined
    const fail = () => {
      if (!isOver) tell({ status: 'failed', value: undefined })
    }
    databasePart.get().then(database => {
      if (!isOver) unwatch = database.watch(ask, value => tell({ status: 'loaded', value }), fail)
    }, fail)
    return () => {
      isOver = true
      unwatch?.()
    }
  }

  function subscribe(asker: () => void): () => void {
    askers.add(asker)
    if (askers.size === 1) stop = begin()
    return () => {
      askers.delete(asker)
      if (askers.size === 0) stop()
    }
  }

  const now = () => live
  return () => useSyncExternalStore(subscribe, now, now)
}
