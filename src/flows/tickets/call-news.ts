/** A call, whoever brings it: the socket, the worker's inbox, or a look at the ticket. */
export interface CallNews {
  tuid: string
  /** The number as it is shown: A042. */
  ticket: string
  line_id: number | null
  line_name: string | null
  office_slug: string | null
  office_name: string | null
  /** The desk to go to. */
  modulo: string | null
  /** Attended by video; absent where the bringer does not know it. */
  meet?: boolean | undefined
  /** When it was called at the office, ISO 8601. */
  at: string
  /** The sequence number of the fact; null where the bringer does not know it. */
  seq: number | null
}
