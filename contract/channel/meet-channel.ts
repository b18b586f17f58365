import * as v from 'valibot'
import { uuid } from '../primitives.ts'

/**
 * The topic of one video attention: meet:{reservationId}. Only its owner and a clerk of its office may join, from
 * VIDEO_ENTRY_BEFORE_MS before the appointment; one seat each: who joins again takes the seat over.
 */
export const meetTopic = (reservationId: string) => `meet:${reservationId}`

export const MEET_ROLES = ['customer', 'office'] as const
export type MeetRole = (typeof MEET_ROLES)[number]

/** The reply to a join: which seat it is, and whether the other is taken. */
export const meetJoinReply = v.object({ role: v.picklist(MEET_ROLES), other: v.boolean(), meeting: uuid })
export type MeetJoinReply = v.InferOutput<typeof meetJoinReply>

/** Longer than any session description that two browsers exchange. */
export const MEET_SIGNAL_BYTES_MAX = 64 * 1024

/**
 * Both ways: what one browser must tell the other for a connection (a session description or an ICE candidate), as
 * WebRTC's own JSON. The server hands it on and keeps nothing.
 */
export const meetSignal = v.union([
  v.object({
    description: v.object({
      type: v.picklist(['offer', 'answer', 'pranswer', 'rollback']),
      sdp: v.pipe(v.string(), v.maxLength(MEET_SIGNAL_BYTES_MAX)),
    }),
  }),
  v.object({
    candidate: v.nullable(
      v.object({
        candidate: v.pipe(v.string(), v.maxLength(4_096)),
        sdpMid: v.nullable(v.pipe(v.string(), v.maxLength(64))),
        sdpMLineIndex: v.nullable(v.number()),
        usernameFragment: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(256)))),
      }),
    ),
  }),
])
export type MeetSignal = v.InferOutput<typeof meetSignal>

/** From the server: the other came, went, or this seat was taken over elsewhere. */
export const meetPresence = v.object({ other: v.boolean(), replaced: v.optional(v.boolean()) })
export type MeetPresence = v.InferOutput<typeof meetPresence>

export const MEET_EVENTS = { 'meet:signal': meetSignal, 'meet:presence': meetPresence } as const
