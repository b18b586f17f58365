import * as v from 'valibot'
import {
  MEET_HELD,
  type MeetJoinReply,
  meetJoin,
  meetSignal,
  meetTopic,
} from '#contract/channel/meet-channel.ts'
import { uuid } from '#contract/primitives.ts'
import type { ChannelHandler, EventAnswer, JoinAnswer } from '#server/phoenix/channel.ts'
import type { MeetSeat } from '#server/video/meet-seat.ts'
import type { OfficeSeat, OfficeSeats } from '#server/video/office-seats.ts'
import type { Caller, ClerkCaller } from '#server/web/caller.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { MeetPlace, MeetRooms } from './meet-rooms.ts'
import { callerKey } from './session-ends.ts'

/** What a channel remembers of its join. */
export interface MeetAssigns {
  place: MeetPlace
}

export interface MeetChannelPorts {
  rooms: MeetRooms
  /** @throws Refusal for who may not sit there, or not now */
  seatOf(meeting: string, caller: Caller): Promise<MeetSeat>
  seats: Pick<OfficeSeats, 'take' | 'free'>
  uuid(): string
  /** From when it settles, what the office closes is heard of here. */
  follow(officeId: number): Promise<unknown>
}

const topicPrefix = meetTopic('')

/** The channel of a video attention: two seats, and what one browser must tell the other (VID-02). */
export function meetChannel({
  rooms,
  seatOf,
  seats,
  uuid: newId,
  follow,
}: MeetChannelPorts): ChannelHandler<Caller, MeetAssigns> {
  /** @returns null where a colleague sits there, who is not put out before the person was asked */
  async function sitDown(meeting: string, clerk: ClerkCaller, asks: boolean): Promise<OfficeSeat | null> {
    const { clerk_id } = clerk
    const seat = { id: newId(), meeting, clerk_id }
    const holder = await seats.take(seat, asks ? null : 'anybody')
    if (holder === null) return seat
    try {
      await seatOf(meeting, { ...clerk, clerk_id: holder })
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Whose módulo went is to be put out in any case.
      return (await seats.take(seat, holder)) === null ? seat : null
    }
  }

  return {
    async join({ topic, payload, identity, channel }): Promise<JoinAnswer> {
      if (identity.kind === 'guest') return { error: { reason: 'unauthorized' } }
      const named = v.safeParse(uuid, topic.slice(topicPrefix.length))
      const request = v.safeParse(meetJoin, payload)
      if (!request.success) return { error: { reason: 'bad-request' } }
      if (!named.success) return { error: { reason: 'not-found' } }
      try {
        const meeting = named.output
        const { role, office_id, demo } = await seatOf(meeting, identity)
        await follow(office_id)
        const { page, asks } = request.output
        const seat = identity.kind === 'clerk' ? await sitDown(meeting, identity, asks) : null
        if (identity.kind === 'clerk' && !seat) return { error: { reason: MEET_HELD } }
        const place: MeetPlace = {
          meeting,
          office_id,
          role,
          page,
          who: callerKey(identity) ?? '',
          seat,
          judge: () => seatOf(meeting, identity),
          push: (event: string, said: object) => channel.push(event, said),
        }
        const other = rooms.take(place)
        try {
          // Nobody sat there until now: what is swept of those who are nobody's may have taken the office.
          await follow(office_id)
          // What was closed between the first look and the following is told to nobody.
          await seatOf(meeting, identity)
        } catch (error) {
          rooms.leave(place, true)
          throw error
        }
        channel.assigns.place = place
        return { ok: { role, other, demo } satisfies MeetJoinReply }
      } catch (error) {
        if (error instanceof Refusal) return { error: { reason: error.code } }
        throw error
      }
    },

    handle(event, payload, { assigns: { place } }): EventAnswer {
      if (event !== 'meet:signal' || !place)
        return { error: { code: 'bad-request', message: `unknown event ${event}` } }
      const signal = v.safeParse(meetSignal, payload)
      if (!signal.success) return { error: { code: 'bad-request', message: 'meet:signal has not its shape' } }
      if (rooms.signal(place, signal.output)) return { ok: {} }
      return { error: { code: 'forbidden', message: 'the seat was taken over' } }
    },

    left({ assigns: { place } }, reason) {
      // Whose session is over comes back no more: who sits opposite waits for somebody else.
      if (place) rooms.leave(place, reason === 'left' || reason === 'disconnected')
    },
  }
}
