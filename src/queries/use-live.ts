import { useEffect, useState } from 'react'
import type { Database } from '#src/db/open-database.ts'
import { databasePart } from './parts.ts'

/** `loading` until the database has been fetched and asked; `failed` where it keeps nothing. */
export type Live<Value> =
  | { status: 'loading'; value: undefined }
  | { status: 'loaded'; value: Value }
  | { status: 'failed'; value: undefined }

/**
 * Asks the database, and again whenever what was read has changed, here or in another window.
 *
 * @param ask must stay the same function while the question is the same: it is asked anew when it changes
 */
export function useLive<Value>(ask: (database: Database) => Promise<Value>): Live<Value> {
  const [live, setLive] = useState<Live<Value>>({ status: 'loading', value: undefined })
  useEffect(() => {
    let isOver = false
    let stop: (() => void) | undefined
    const fail = () => {
      if (!isOver) setLive({ status: 'failed', value: undefined })
    }
    databasePart.get().then(database => {
      if (isOver) return
      stop = database.watch(ask, value => setLive({ status: 'loaded', value }), fail)
    }, fail)
    return () => {
      isOver = true
      stop?.()
    }
  }, [ask])
  return live
}
