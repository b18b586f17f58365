import * as v from 'valibot'
import { uuid } from '../primitives.ts'

/**
 * The topic of one video attention: meet:{reservationId}, or meet:{tuid} for a number of a virtual line. One
 * seat each: who joins again takes the seat over, a colleague's only without `asks`.
 * - Of a reservation only its owner and a clerk of its office may join, from VIDEO_ENTRY_BEFORE_MS before the
 *   appointment.
 * - Of a number only its owner and the clerk at the module that called it, while it is called.
 */
export const meetTopic = (id: string) => `meet:${id}`

export const MEET_ROLES = ['customer', 'office'] as const
export type MeetRole = (typeof MEET_ROLES)[number]

/**
 * What a page says when it joins: an id of its own, made when it enters. So the other end can tell a page
 * that lost its connection and is back (whose call goes on) from a new one (with which a call must begin
 * anew). `asks`: a clerk's colleague who sits there is not put out; the join is refused with MEET_HELD, and
 * the person is asked. A page of a release before asks nobody.
 */
export const meetJoin = v.object({ page: uuid, asks: v.optional(v.boolean(), false) })

/** The reason of a join that would have put a colleague out. */
export const MEET_HELD = 'held'

/**
 * The reply to a join: which seat it is, and the page in the other seat, or null. `demo`: the office is a
 * demonstration, where perhaps nobody ever sits down opposite.
 */
export const meetJoinReply = v.object({
  role: v.picklist(MEET_ROLES),
  other: v.nullable(uuid),
  demo: v.optional(v.boolean(), false),
})
export type MeetJoinReply = v.InferOutput<typeof meetJoinReply>

/** Longer than any session description that two browsers exchange, and within a frame of the socket. */
export const MEET_SDP_LENGTH_MAX = 32 * 1024

/** What one browser must tell the other for a connection, as WebRTC's own JSON. */
export const meetSignalBody = v.union([
  v.object({
    description: v.object({
      type: v.picklist(['offer', 'answer', 'pranswer', 'rollback']),
      sdp: v.pipe(v.string(), v.maxLength(MEET_SDP_LENGTH_MAX)),
      /**
       * Which of its page's offers this is, from 1; of an answer, which of the other page's offers it
       * answers.
       */
      of: v.optional(v.pipe(v.number(), v.integer())),
    }),
  }),
  v.object({
    candidate: v.object({
      candidate: v.pipe(v.string(), v.maxLength(4_096)),
      sdpMid: v.nullable(v.pipe(v.string(), v.maxLength(64))),
      sdpMLineIndex: v.nullable(v.number()),
      usernameFragment: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(256)))),
    }),
  }),
])
export type MeetSignalBody = v.InferOutput<typeof meetSignalBody>

/**
 * Both ways. `page` is the one at the other end: on the way up whom it is for, on the way down whom it is
 * from. The server hands it on, to that page alone, and keeps nothing.
 */
export const meetSignal = v.object({ page: uuid, body: meetSignalBody })
export type MeetSignal = v.InferOutput<typeof meetSignal>

/** Why a call is over though its attention is not: whoever sat in it is called again later. */
const meetPause = v.picklist(['parked', 'transferred', 'taken-back'])
export type MeetPause = v.InferOutput<typeof meetPause>

/**
 * From the server: who sits in the other seat now. `left`: they went on purpose or may sit there no more, and
 * did not lose their connection. `replaced`: this seat was taken over elsewhere; `colleague`: by another
 * clerk of the office. `refused`: one may sit here no more, by which code. `ended`: nobody sits here any
 * more; the office closed the attention, unless `pause` says that it goes on later.
 */
export const meetPresence = v.object({
  other: v.nullable(uuid),
  left: v.optional(v.boolean()),
  replaced: v.optional(v.boolean()),
  colleague: v.optional(v.boolean()),
  refused: v.optional(v.string()),
  ended: v.optional(v.boolean()),
  // One that only a newer server knows must not keep the end from being heard.
  pause: v.optional(v.fallback(v.nullable(meetPause), null)),
})
export type MeetPresence = v.InferOutput<typeof meetPresence>

export const MEET_EVENTS = { 'meet:signal': meetSignal, 'meet:presence': meetPresence } as const
