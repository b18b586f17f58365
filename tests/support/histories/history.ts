/**
 * What everybody was told of what they asked, and what they heard besides: what the checks hold against the
 * log and the tables.
 */

/** `lost`: no answer came, so it may have happened or not. `refused`: it has not, and will not. */
export type Outcome = 'done' | 'refused' | 'lost'

/** That a fact with this key is in the log, once for each operation that was done. */
export interface Promised {
  key: string
  /** Done may also mean that it was so already. */
  perhaps?: true
}

/** A number that somebody holds in their hand, as the answer said. */
export interface GivenNumber {
  tuid: string
  number: number | null
  line_id: number
}

/** A time that somebody holds, as the answer said. */
export interface BookedTime {
  id: string
  line_id: number
  /** When its block begins, ISO. */
  from: string
  /** The block that was asked for. */
  wished: string
  /** The office's newest fact that the answer knew of. */
  seq: number
}

export interface Asked {
  /** In the order in which they were asked, from 1. */
  nth: number
  operation: string
  who: string
  /** The server that was asked, from 0. */
  server: number
  /** Since the beginning, in ms. */
  from: number
  to: number
  outcome: Outcome
  /** The status, or why there was none; for whoever reads an excerpt. */
  said: string
  promises: Promised[]
  /** Whom and what it is about. */
  about: string[]
  given?: GivenNumber
  /** What the answer says was booked, or where it was moved. */
  booked?: BookedTime
  /** What the answer says that the desk has called. */
  called?: { tuid: string; modulo: string }
}

/** A fact as a phone heard it. */
export interface HeardFact {
  seq: number
  event: string
  tuid?: string
  /** How often the phone had joined by then. */
  joined: number
  /** It came with the reply to the join, as one that was missed. */
  missed: boolean
}

/** All that one phone heard of its office. */
export interface Told {
  user_id: string
  office_id: number
  /** The sequence at its first join: from then on it hears everything. */
  since: number
  /** Up to there it was told everything by then. */
  until: number
  heard: HeardFact[]
  /** From a fact to another one in which it was told to fetch anew. */
  resets: { after: number; until: number }[]
}

/** Something that went wrong among the machines, for whoever reads an excerpt. */
export interface Mishap {
  kind: string
  server: number
  /** Since the beginning, in ms. */
  from: number
  /** When it was well again; for ever, where it is not yet. */
  to: number
}

export interface History {
  asked: Asked[]
  told: Told[]
  mishaps: Mishap[]
  /** How often a server was asked and said nothing of whether it happened, by how it did not. */
  unanswered: Record<string, number>
  /** What servers could not explain to themselves, as often as they logged it. */
  errors: Record<string, number>
}
