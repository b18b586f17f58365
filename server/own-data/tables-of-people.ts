import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { openAddress } from '#server/accounts/former-address.ts'
import type { Protection } from '#server/secrets/protection.ts'

/** A table in which nothing is anybody's. */
interface NobodysTable {
  /** Why. */
  nobodys: string
}

/** A table with rows of people. Every column is answered for, or `wire/own-data.test.ts` fails. */
export interface PersonsTable {
  /** SQL over `t`: the row is this user's. */
  of: (userId: string) => RawBuilder<boolean>
  /** SQL over `t`: the row hangs on this reservation, which a desk booked for somebody who is no user. */
  ofBooked?: (reservationId: string) => RawBuilder<boolean>
  /** Columns that are told as they stand. */
  told: readonly string[]
  /** Told beside them: names of what the row points at, in SQL over `t`. */
  named?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Columns that are sealed, and how each is opened. */
  opened?: readonly {
    column: string
    open: (
      protection: Protection,
      sealed: Uint8Array,
      userId: string,
      row: Readonly<Record<string, unknown>>,
    ) => unknown
  }[]
  /** Columns that are not told, and why. */
  untold: Readonly<Record<string, string>>
  /**
   * What an erasure does: takes the rows away; or keeps them as figures, and empties the columns by which one
   * could know whose they were. `kept` says why those that stay tell nothing of anybody.
   */
  erased: 'rows' | { emptied: Readonly<Record<string, RawBuilder<unknown>>>; kept: string }
}

export type TableAnswer = NobodysTable | PersonsTable

/** SQL: the row of `t` has the user's id. */
const byUser = (userId: string) => sql<boolean>`t.user_id = ${userId}::uuid`
/** SQL: the row of `t` is of the turn by which such a reservation was called. */
const byBookedTurn = (reservationId: string) =>
  sql<boolean>`t.ticket_id in (select id from tickets where reservation_id = ${reservationId}::uuid)`
const nothing = sql`null`

const OFFICE = sql`(select o.name from offices o where o.id = t.office_id)`
const LINE = sql`(select l.name from lines l where l.id = t.line_id)`
const MODULO = sql`(select m.name from modulos m where m.id = t.modulo_id)`
const IDS = 'a number of the installation’s own; the name stands beside it'
const HASH = 'a keyed hash of the document, which is told itself'
const DOOR = 'a hash that only opens doors'
const ORDER = 'how the line is kept in order'

/**
 * What is kept of people, table by table: what one is told who asks for their own data, and what goes when
 * they are erased (KEEP-03). In the order in which an erasure goes through them.
 */
export const TABLES_OF_PEOPLE: Readonly<Record<keyof Tables, TableAnswer>> = {
  users: {
    of: userId => sql<boolean>`t.id = ${userId}::uuid`,
    told: [
      'id',
      'temporal',
      'language',
      'identity_type',
      'document_changes',
      'document_proven_at',
      'document_proven_by',
      'created_at',
      'last_turn_at',
    ],
    opened: [
      { column: 'person', open: (protection, sealed, userId) => protection.openPerson(sealed, userId) },
    ],
    untold: {
      identity_hash: HASH,
      login_attempt: DOOR,
      forgotten_at: 'of whoever was forgotten nobody knows who could ask',
      erased_at: 'whoever was erased asks nothing any more',
      erasure_finished_at: 'likewise',
    },
    erased: {
      emptied: {
        person: nothing,
        identity_type: nothing,
        identity_hash: nothing,
        login_attempt: nothing,
        document_proven_at: nothing,
        document_proven_by: nothing,
        last_turn_at: nothing,
        document_changes: sql`0`,
        language: sql`default`,
      },
      kept: 'an id made of chance, by which the turns of one unknown person are told from another’s',
    },
  },
  opening_wishes: {
    of: byUser,
    told: ['wished_at'],
    named: { office: OFFICE, line: LINE },
    untold: { id: IDS, user_id: IDS, session_id: IDS, office_id: IDS, line_id: IDS },
    erased: 'rows',
  },
  handover_codes: {
    of: byUser,
    told: ['expires_at', 'used_at'],
    untold: { code_hash: DOOR, user_id: IDS, session_id: IDS },
    erased: 'rows',
  },
  sessions: {
    of: byUser,
    told: ['id', 'device', 'created_at', 'last_seen_at', 'expires_at', 'revoked_at'],
    untold: {
      user_id: IDS,
      clerk_id: 'a clerk’s',
      office_link_id: 'a wall’s or a kiosk’s',
      cookie_hash: DOOR,
      token_hash: DOOR,
    },
    erased: 'rows',
  },
  account_links: {
    of: byUser,
    told: ['kind', 'expires_at', 'used_at'],
    opened: [{ column: 'former', open: (protection, sealed) => openAddress(protection, sealed) }],
    untold: {
      token_hash: DOOR,
      user_id: IDS,
      email_hash: 'a keyed hash of the e-mail, which is told itself',
    },
    erased: 'rows',
  },
  accounts: {
    of: byUser,
    told: ['email_confirmed_at', 'created_at'],
    named: { has_password: sql`t.password_hash is not null` },
    untold: {
      user_id: IDS,
      email_hash: 'a keyed hash of the e-mail, which is told itself',
      password_hash: DOOR,
    },
    erased: 'rows',
  },
  provider_identities: {
    of: byUser,
    told: ['provider', 'created_at'],
    untold: { subject_hash: 'a keyed hash of the provider’s own name for the person', user_id: IDS },
    erased: 'rows',
  },
  sign_in_attempts: {
    of: userId => sql<boolean>`t.asked_by = ${userId}::uuid`,
    told: ['provider', 'mode', 'language', 'created_at', 'expires_at', 'returned_at', 'used_at', 'failure'],
    untold: {
      id: DOOR,
      state_hash: DOOR,
      browser_hash: DOOR,
      secrets: DOOR,
      outcome: 'what the provider said, for ten minutes, sealed; what came of it is told with the person',
      asked_by: IDS,
      origin: 'the installation’s own address',
      next: 'the page to come back to',
      claims: ORDER,
    },
    erased: 'rows',
  },
  favorite_offices: {
    of: byUser,
    told: ['added_at'],
    named: { office: OFFICE },
    untold: { user_id: IDS, office_id: IDS, place: ORDER },
    erased: 'rows',
  },
  favorite_lines: {
    of: byUser,
    told: ['added_at'],
    named: { line: LINE },
    untold: { user_id: IDS, line_id: IDS, place: ORDER },
    erased: 'rows',
  },
  preferences: {
    of: byUser,
    told: ['site', 'notifications'],
    untold: { user_id: IDS },
    erased: 'rows',
  },
  policy_acceptances: {
    of: byUser,
    told: ['version', 'accepted_at'],
    named: { texts: sql`(select p.texts from policies p where p.version = t.version)` },
    untold: { user_id: IDS },
    erased: 'rows',
  },
  push_subscriptions: {
    of: byUser,
    told: ['id', 'language', 'created_at'],
    // Whoever has the whole address can hold the browser to be theirs; its service says enough.
    named: { service: sql`substring(t.endpoint from '^[a-z]+://[^/]+')` },
    untold: {
      user_id: IDS,
      session_id: IDS,
      endpoint: 'an address that only opens doors',
      p256dh: DOOR,
      auth: DOOR,
    },
    erased: 'rows',
  },
  push_deliveries: {
    of: byUser,
    told: ['kind', 'ticket_id', 'calls', 'sent_at', 'shown_at', 'status'],
    untold: { id: IDS, subscription_id: IDS, user_id: IDS },
    erased: 'rows',
  },
  ticket_addresses: {
    of: userId => sql<boolean>`t.ticket_id in (select id from tickets where user_id = ${userId}::uuid)`,
    told: ['ticket_id'],
    untold: { key: 'a keyed hash of the network address, which goes an hour after the number' },
    erased: 'rows',
  },
  whatsapp_numbers: {
    of: byUser,
    told: ['confirmed_at', 'code_expires_at', 'tries', 'next_code_expires_at'],
    opened: [
      { column: 'number', open: (protection, sealed, userId) => protection.openNumber(sealed, userId) },
      { column: 'next_number', open: (protection, sealed, userId) => protection.openNumber(sealed, userId) },
    ],
    untold: {
      user_id: IDS,
      number_hash: 'a keyed hash of the number, which is told itself',
      code_hash: DOOR,
      next_number_hash: 'a keyed hash of the number, which is told itself',
      next_code_hash: DOOR,
    },
    erased: 'rows',
  },
  whatsapp_messages: {
    of: byUser,
    told: ['kind', 'ticket_id', 'calls', 'sent_at', 'status', 'status_at', 'error_code', 'billed'],
    untold: {
      id: IDS,
      user_id: IDS,
      message_hash: 'a keyed hash of the name that the messenger gave the message',
    },
    erased: 'rows',
  },
  polls: {
    of: userId => sql<boolean>`t.ticket_id in (select id from tickets where user_id = ${userId}::uuid)`,
    told: ['ticket_id', 'rating', 'answered_at', 'declined_at'],
    opened: [
      {
        column: 'description',
        open: (protection, sealed, _userId, row) => protection.openDescription(sealed, String(row.ticket_id)),
      },
    ],
    untold: { line_id: IDS, day: 'the day of the ticket, which is told itself' },
    erased: { emptied: { description: nothing }, kept: 'how many stars an attention was given, by nobody' },
  },
  ticket_notes: {
    of: userId => sql<boolean>`t.ticket_id in (select id from tickets where user_id = ${userId}::uuid)`,
    ofBooked: byBookedTurn,
    told: ['ticket_id', 'noted_at'],
    opened: [
      {
        column: 'note',
        open: (protection, sealed, _userId, row) => protection.openNote(sealed, String(row.ticket_id)),
      },
    ],
    untold: {},
    erased: 'rows',
  },
  ticket_services: {
    of: userId => sql<boolean>`t.ticket_id in (select id from tickets where user_id = ${userId}::uuid)`,
    ofBooked: byBookedTurn,
    told: ['ticket_id', 'service', 'quantity', 'noted_at'],
    untold: {},
    erased: { emptied: {}, kept: 'how often something was done, for nobody' },
  },
  tickets: {
    of: byUser,
    ofBooked: reservationId => sql<boolean>`t.reservation_id = ${reservationId}::uuid`,
    told: [
      'id',
      'day',
      'prefix',
      'number',
      'state',
      'inserted_at',
      'called_at',
      'first_called_at',
      'calls',
      'calls_taken_back',
      'arrived_at',
      'ended_at',
      'on_my_way',
      'passes',
      'returns',
      'parked_at',
      'message',
      'told_from',
      'told_to',
      'told_flow',
      'disputed',
      'proven',
      'preference',
      'reservation_id',
    ],
    named: { office: OFFICE, line: LINE, modulo: MODULO },
    opened: [{ column: 'meta', open: (protection, sealed) => protection.openMeta(sealed) }],
    untold: {
      office_id: IDS,
      line_id: IDS,
      user_id: IDS,
      modulo_id: IDS,
      clerk_id: 'who attended is another person',
      identity_hash: HASH,
      request_id: 'by which a repeated press is known',
      place: ORDER,
      given_in: IDS,
      for_modulo_id: IDS,
      before_call: ORDER,
      arrival_place: ORDER,
      told_10: ORDER,
      told_5: ORDER,
      hand: ORDER,
    },
    erased: {
      emptied: { identity_hash: nothing, meta: nothing, preference: nothing, arrival_place: nothing },
      kept: 'how many came, how long they waited and were attended, of nobody',
    },
  },
  reservations: {
    of: byUser,
    ofBooked: reservationId => sql<boolean>`t.id = ${reservationId}::uuid`,
    told: [
      'id',
      'state',
      'block_from',
      'block_to',
      'meet',
      'inserted_at',
      'confirm_by',
      'confirmed_at',
      'deleted_at',
      'called_at',
      'ended_at',
      'disputed',
      'proven',
      'arrived_at',
    ],
    named: { office: OFFICE, line: LINE },
    opened: [
      { column: 'meta', open: (protection, sealed) => protection.openMeta(sealed) },
      // For whom a desk booked it, of what a phone took over by its slip.
      {
        column: 'booked_for',
        open: (protection, sealed, _userId, row) => protection.openBookedFor(sealed, String(row.id)),
      },
    ],
    untold: {
      office_id: IDS,
      line_id: IDS,
      user_id: IDS,
      identity_hash: HASH,
      request_id: 'by which a repeated press is known',
      slot: ORDER,
      slots: ORDER,
      once_in: ORDER,
      before_call: ORDER,
    },
    erased: {
      emptied: { identity_hash: nothing, meta: nothing, booked_for: nothing },
      kept: 'how many times were booked, kept and missed, of nobody',
    },
  },

  facts: { nobodys: 'what happened to numbers, in an office’s order; of people the bare id, and no word' },
  call_reasons: { nobodys: 'why a number was called, for a day; of people no word' },
  line_moves: {
    of: userId => sql<boolean>`t.ticket_id in (select id from tickets where user_id = ${userId}::uuid)`,
    told: ['ticket_id', 'ahead'],
    untold: { office_id: IDS, seq: ORDER },
    erased: 'rows',
  },
  desk_acts: {
    // By the indexes of each: an office has a year of acts.
    of: userId => sql<boolean>`t.id in (
      select a.id from tickets k join desk_acts a on a.ticket_id = k.id where k.user_id = ${userId}::uuid
      union
      select a.id from reservations r join desk_acts a on a.reservation_id = r.id where r.user_id = ${userId}::uuid
    )`,
    ofBooked: reservationId => sql<boolean>`t.reservation_id = ${reservationId}::uuid`,
    told: ['at', 'act', 'ticket_id', 'reservation_id', 'reason'],
    named: { office: OFFICE, line: LINE, modulo: MODULO },
    untold: {
      id: IDS,
      office_id: IDS,
      line_id: IDS,
      modulo_id: IDS,
      clerk_id: 'who did it is another person',
      detail: 'what an act says beyond that: of people no word',
    },
    erased: {
      emptied: { reason: nothing },
      kept: 'which clerk did what, when and with which number, of nobody',
    },
  },
  desk_presses: { nobodys: 'what became of clerks’ presses, for two weeks' },
  meet_seats: { nobodys: 'which clerk sits in a video call, for minutes' },
  jobs: { nobodys: 'work of the next minutes, about numbers; of people the bare id' },
  knocks: { nobodys: 'how often a user, an address (a keyed hash) or a paper did something, for an hour' },
  offices: { nobodys: 'the offices’ file' },
  holidays: { nobodys: 'days of the offices’ file' },
  office_changes: { nobodys: 'what the offices were before somebody who answers for them changed them' },
  line_categories: { nobodys: 'the offices’ file' },
  lines: { nobodys: 'the offices’ file' },
  clerks: { nobodys: 'those who work there, by the offices’ file' },
  clerk_offices: { nobodys: 'those who work there, by the offices’ file' },
  desk_roles: { nobodys: 'a view of those who work there, and of those who lead them' },
  administrators: { nobodys: 'those who lead an organization’s offices' },
  office_links: {
    nobodys: 'by what walls and kiosks are opened, tokens of machines, and the clerk who made them',
  },
  webhooks: { nobodys: 'where an office’s facts are told, how far they were, and the clerk who made it' },
  desk_invitations: { nobodys: 'links for those who work there, or will' },
  modulos: { nobodys: 'the desks, and the clerk who sits there' },
  modulo_hours: { nobodys: 'when a desk was open, whoever sat there' },
  clerk_lines: { nobodys: 'from which lines a clerk calls' },
  policies: { nobodys: 'texts' },
  used_captchas: { nobodys: 'proofs of work, whoever did them' },
  line_days: { nobodys: 'the last number of a day' },
  day_figures: { nobodys: 'how many turns a day had, and how long they took' },
  line_habits: { nobodys: 'how many desks there usually are, and how long attentions take' },
  office_sequences: { nobodys: 'a counter' },
  push_keys: { nobodys: 'the server’s own' },
  flags: { nobodys: 'what is switched off' },
  moves: { nobodys: 'where the installation went' },
  write_probe: { nobodys: 'nothing' },
}

/** Those with rows of people, in their order. */
export const tablesOfPeople = (): [string, PersonsTable][] =>
  Object.entries(TABLES_OF_PEOPLE).filter((entry): entry is [string, PersonsTable] => 'of' in entry[1])

/** A user; or somebody for whom a desk booked a time, and who is none. */
export type Whose = { user_id: string } | { reservation_id: string }

/** Those in which something may be theirs, in their order, with SQL over `t`: the row is. */
export const tablesOf = (whose: Whose): [string, PersonsTable, RawBuilder<boolean>][] =>
  tablesOfPeople().flatMap(([name, table]): [string, PersonsTable, RawBuilder<boolean>][] => {
    if ('user_id' in whose) return [[name, table, table.of(whose.user_id)]]
    return table.ofBooked ? [[name, table, table.ofBooked(whose.reservation_id)]] : []
  })
