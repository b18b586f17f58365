import * as v from 'valibot'
import { CAPTCHA_TOKEN_MAX } from '../limits.ts'
import { isoDay, isoTime, id, uuid } from '../primitives.ts'
import { lettersOnly, plainName } from '../rules/person-name.ts'
import { deskRole } from './desk-acts.ts'

/**
 * What a link holds: 256 random bits. It stands behind the # of the address, which no server and no log
 * sees.
 */
export const invitationToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))
/** POST desk/invitations/look. */
export const invitationLook = v.object({ token: invitationToken })

const invitationKind = v.picklist([
  /** To work at an office. */
  'join',
  /** To choose a new password. */
  'password',
  /** To be the first administrator of an installation where nobody is. */
  'first',
])
export const invitation = v.object({
  kind: invitationKind,
  /** Null for the first administrator, who names the office. */
  office_name: v.nullable(v.string()),
  role: deskRole,
  invited_by: v.nullable(v.string()),
  /** Whose password it is. */
  user: v.nullable(v.string()),
  expires_at: isoTime,
})
export type Invitation = v.InferOutput<typeof invitation>

const userName = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(60),
  v.regex(/^[a-z0-9]+([._-][a-z0-9]+)*$/, 'a user is small letters and digits, joined by . _ or -'),
)
const newPassword = v.pipe(v.string(), v.maxLength(200))
/**
 * POST desk/invitations/accept: answers the session that begins. `as`: somebody new, somebody who has an
 * account at another office already, or whose password it is.
 */
export const invitationAcceptance = v.variant('as', [
  v.object({
    as: v.literal('new'),
    token: invitationToken,
    name: v.pipe(v.string(), v.transform(plainName), v.minLength(1), v.maxLength(80), v.regex(lettersOnly)),
    user: userName,
    password: newPassword,
  }),
  v.object({
    as: v.literal('known'),
    token: invitationToken,
    user: userName,
    password: newPassword,
    /** From GET desk/captcha: for whoever would otherwise wait for somebody else's wrong passwords. */
    captchaToken: v.optional(v.pipe(v.string(), v.maxLength(CAPTCHA_TOKEN_MAX))),
  }),
  v.object({ as: v.literal('password'), token: invitationToken, password: newPassword }),
])
export type InvitationAcceptance = v.InferOutput<typeof invitationAcceptance>

/** GET desk/offices/{id}/people: for supervisors. */
export const staff = v.object({
  people: v.array(
    v.object({
      clerk_id: id,
      name: v.string(),
      user: v.string(),
      role: deskRole,
      /** Where they sit now. */
      modulo: v.nullable(v.string()),
      /** Newest first: when they last signed in; null where they never did. */
      signed_in_at: v.nullable(isoTime),
      /** Whether this supervisor may change what they are: an administrator's is for administrators. */
      is_yours: v.boolean(),
    }),
  ),
  /** Links that are good still. */
  invitations: v.array(
    v.object({
      id: uuid,
      kind: invitationKind,
      role: deskRole,
      /** Whose new password it is for. */
      name: v.nullable(v.string()),
      invited_by: v.nullable(v.string()),
      expires_at: isoTime,
    }),
  ),
})
export type Staff = v.InferOutput<typeof staff>

/**
 * POST desk/offices/{id}/invitations; by `clerk_id` a new password for them, and no word of a role then.
 */
export const staffInvite = v.object({ role: v.optional(deskRole, 'clerk'), clerk_id: v.optional(id) })
/** The link's token, which is told this once. */
export const staffLink = v.object({ id: uuid, token: invitationToken, expires_at: isoTime })
export type StaffLink = v.InferOutput<typeof staffLink>

/** POST desk/offices/{id}/people/{clerkId}/role. */
export const staffRole = v.object({ role: deskRole })
/**
 * What came of it, and of POST desk/offices/{id}/people/{clerkId}/retire. `staff` is null for whoever does
 * not answer for the office any more, by their own doing. `standing`: who stood at the desk of somebody
 * who was retired, and goes on standing there.
 */
export const staffChanged = v.object({
  staff: v.nullable(staff),
  standing: v.nullable(v.object({ ticket: v.string(), modulo: v.string() })),
})
export type StaffChanged = v.InferOutput<typeof staffChanged>

/** PUT desk/password. */
export const deskPassword = v.object({
  current: v.pipe(v.string(), v.maxLength(200)),
  password: newPassword,
})

/** Acts in a page. */
export const ACTS_PAGE = 50
/**
 * GET desk/offices/{id}/acts?day=&clerk_id=&ticket=&before=: newest first; `before` is the last id of the
 * page before.
 */
export const deskActsAsked = v.object({
  day: v.optional(isoDay),
  clerk_id: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))),
  /** A number as it is shown: A042. */
  ticket: v.optional(v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-ZÑ0-9]{1,12}$/))),
  before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
})
export const deskActs = v.object({
  /** The office's own day. */
  day: v.string(),
  time_zone: v.string(),
  acts: v.array(
    v.object({
      id: v.number(),
      at: isoTime,
      clerk_id: id,
      clerk: v.string(),
      /** One of DESK_ACTS; what an older version knew and this one does not is told by its code. */
      act: v.string(),
      ticket: v.nullable(v.string()),
      line: v.nullable(v.string()),
      modulo: v.nullable(v.string()),
      reason: v.nullable(v.string()),
      /** Where somebody was sent: a line or a module. Of a link or a webhook, what it is called. */
      place: v.nullable(v.string()),
      /** With whom it was done: whose role changed. */
      whom: v.nullable(v.string()),
      role: v.nullable(deskRole),
      /** Of the office's settings, which were changed: keys of its entry in the offices file. */
      parts: v.array(v.string()),
    }),
  ),
  /** Ask for those before this one; null where there are none. */
  before: v.nullable(v.number()),
})
export type DeskActs = v.InferOutput<typeof deskActs>

/**
 * POST desk/offices: an office in the offices file's own form (docs/offices-file.md), by the first
 * administrator or one of its organization.
 */
export const officeSettings = v.object({ office: v.record(v.string(), v.unknown()) })
/** What is wrong with it, each at its place; none where it was applied. */
export const officeApplied = v.object({
  office_id: v.nullable(id),
  faults: v.array(
    v.object({
      kind: v.string(),
      /** As in `lines[1].prefix`; empty for the office as a whole. */
      path: v.string(),
      message: v.string(),
    }),
  ),
})
export type OfficeApplied = v.InferOutput<typeof officeApplied>
