/** What the thread is started with. */
export interface WorkerStart {
  /** The data directory; absent for a database in memory. */
  directory?: string
  /** A packed data directory to begin a database in memory with. */
  template?: string
}

/** Bytes of PostgreSQL's protocol, ending where the engine answers; or the word to shut the database down. */
export type ToWorker = Uint8Array | 'close'

/** Bytes of the answer; or how the thread fares. After `died` it ends at once. */
export type FromWorker =
  | Uint8Array
  | { is: 'ready' }
  | { is: 'refused'; inUse: boolean; reason: string }
  | { is: 'died'; reason: string }
