import * as v from 'valibot'

/** What somebody may do at an office, from least to most (ADMIN-01). */
export const DESK_ROLES = ['clerk', 'supervisor', 'administrator'] as const
export const deskRole = v.picklist(DESK_ROLES)
export type DeskRole = (typeof DESK_ROLES)[number]

/**
 * What is noted of whoever works at an office (DESK-12). A code lasts: rows of last year carry it.
 */
export const DESK_ACTS = [
  'signed-in',
  'modulo-opened',
  'modulo-taken-over',
  'modulo-closed',
  'lines-chosen',
  'called',
  'called-again',
  'called-out-of-turn',
  'call-taken-back',
  'arrived',
  'attended',
  'absent',
  'brought-back',
  'parked',
  'put-back',
  'transferred',
  'ticket-removed',
  'ticket-noted',
  'delivered-noted',
  'paper-given',
  'line-frozen',
  'line-thawed',
  'line-closed',
  'line-reopened',
  'break-begun',
  'break-ended',
  'message-sent',
  'help-asked',
  'help-answered',
  'reservation-confirmed',
  'reservation-booked',
  'reservation-moved',
  'reservation-removed',
  'reservation-arrived',
  /** Whose it was is forgotten with the day (PRIO-02). */
  'preference-given',
  'preference-taken',
  'invited',
  'invitation-revoked',
  'joined',
  'clerk-retired',
  'role-changed',
  'password-link-made',
  'password-changed',
  'office-changed',
  'link-made',
  'link-revoked',
  'webhook-made',
  'webhook-removed',
  'webhook-secret-renewed',
  'webhook-resumed',
  'webhook-tested',
] as const
export type DeskAct = (typeof DESK_ACTS)[number]
