import type { Channel, Socket } from 'phoenix'
import * as v from 'valibot'
import {
  MEET_EVENTS,
  MEET_HELD,
  type MeetPause,
  type MeetRole,
  type MeetSignalBody,
  meetJoinReply,
  meetTopic,
} from '#contract/channel/meet-channel.ts'
import { VIDEO_ERROR_CODES } from '#contract/error-codes.ts'
import { CHANNEL_JOIN_TIMEOUT_MS } from '#contract/limits.ts'
import { FINAL_REASONS } from './final-reasons.ts'

/** What the channel of a video attention has to tell. */
export type MeetNews =
  /** Joined, the first time or again; `other` is the page in the other seat, or null. */
  | { kind: 'joined'; role: MeetRole; other: string | null; demo: boolean }
  | { kind: 'presence'; other: string | null; left: boolean }
  | { kind: 'signal'; page: string; body: MeetSignalBody }
  /** The connection went; it comes back by itself. */
  | { kind: 'lost' }
  /** Over: the seat was taken over elsewhere, perhaps by another clerk of the office. */
  | { kind: 'replaced'; byColleague: boolean }
  /** Over: another clerk of the office sits there, and was not put out. */
  | { kind: 'held' }
  /** Over: the office closed the attention, or, by `pause`, only this call of it. */
  | { kind: 'ended'; pause: MeetPause | null }
  /** Over: the server lets us in no more, and says by which code. */
  | { kind: 'refused'; code: string }

export interface MeetLine {
  /** To a page in the other seat. Lost when it is not there: whoever needs it says it again. */
  signal(page: string, body: MeetSignalBody): void
  leave(): void
}

/** As whoever holds the connection has it. */
export interface HeldMeetLine extends MeetLine {
  /** Ends the call from this side. */
  refuse(code: string): void
}

export interface MeetSocket {
  /**
   * Sits down in a call as a page, and goes on doing so until it leaves or is told that it is over.
   * @param takesOver also where another clerk of the office sits; once, and not after a lost connection
   */
  meet(meeting: string, page: string, tell: (news: MeetNews) => void, takesOver?: boolean): MeetLine
  /** Finds out at once whether the connection lives. */
  wake(): void
}

const refusal = v.object({ reason: v.string() })
/** What else may come is a trouble of the server that passes: the genuine client tries again. */
const OVER: readonly string[] = [...FINAL_REASONS, ...VIDEO_ERROR_CODES]

/** Whether a refusal, by whatever door, means that one may not sit in the call, now or any more. */
export const endsMeeting = (code: string): boolean => OVER.includes(code)

/** Sits down in a video attention, and again after each lost connection, as the same page. */
export function joinMeet(
  socket: Socket,
  meeting: string,
  page: string,
  tell: (news: MeetNews) => void,
  takesOver = false,
): HeldMeetLine {
  let asks = !takesOver
  // Read at each join.
  const channel: Channel = socket.channel(meetTopic(meeting), () => ({ page, asks }))
  let isOver = false
  const end = (news: MeetNews) => {
    if (isOver) return
    isOver = true
    channel.leave()
    tell(news)
  }
  channel.on('meet:presence', payload => {
    const presence = v.safeParse(MEET_EVENTS['meet:presence'], payload)
    if (!presence.success || isOver) return
    const { other, left = false, replaced, colleague = false, refused, ended, pause = null } = presence.output
    if (replaced) end({ kind: 'replaced', byColleague: colleague })
    else if (refused !== undefined) end({ kind: 'refused', code: refused })
    else if (ended) end({ kind: 'ended', pause })
    else tell({ kind: 'presence', other, left })
  })
  channel.on('meet:signal', payload => {
    const signal = v.safeParse(MEET_EVENTS['meet:signal'], payload)
    if (signal.success && !isOver) tell({ kind: 'signal', ...signal.output })
  })
  channel.onError(() => {
    if (!isOver) tell({ kind: 'lost' })
  })
  channel
    .join(CHANNEL_JOIN_TIMEOUT_MS)
    .receive('ok', response => {
      asks = true
      const reply = v.safeParse(meetJoinReply, response)
      if (reply.success && !isOver) tell({ kind: 'joined', ...reply.output })
    })
    .receive('error', response => {
      const said = v.safeParse(refusal, response)
      if (said.success && said.output.reason === MEET_HELD) end({ kind: 'held' })
      else if (said.success && endsMeeting(said.output.reason))
        end({ kind: 'refused', code: said.output.reason })
    })
  return {
    signal: (to, body) => void channel.push('meet:signal', { page: to, body }),
    leave() {
      isOver = true
      channel.leave()
    },
    refuse: code => end({ kind: 'refused', code }),
  }
}
