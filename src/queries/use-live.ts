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
  const [answer, setAnswer] = useState<{ ask: typeof ask; live: Live<Value> } | null>(null)
  useEffect(() => {
    let isOver = false
    let stop: (() => void) | undefined
    const tell = (live: Live<Value>) => {
      if (!isOver) setAnswer({ ask, live })
    }
    const fail = () => tell({ status: 'failed', value: undefined })
    databasePart.get().then(database => {
      if (!isOver) stop = database.watch(ask, value => tell({ status: 'loaded', value }), fail)
    }, fail)
    return () => {
      isOver = true
      stop?.()
    }
  }, [ask])
  // The answer to another question (the ticket shown before) must not stand under this one, not even for a
  // moment.
  return answer?.ask === ask ? answer.live : { status: 'loading', value: undefined }
}
