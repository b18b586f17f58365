/** What this room offers to those who write a channel, and what it asks of them. */

/**
 * Why a channel ended. `left`: the client left it. `closed`: the client's connection went away. `duplicate`:
 * the same socket joined the topic again. `crashed`: a handler threw. `disconnected`: the identity may have
 * no socket any more (`disconnect`, `isOver`, `mayStay`). `ended`: the server closed the socket for another
 * reason, and the client comes back. `timeout`: the join was accepted after the client had been told that it
 * took too long.
 */
export type LeaveReason = 'left' | 'closed' | 'duplicate' | 'crashed' | 'disconnected' | 'ended' | 'timeout'

/** One client on one topic, from the moment it asks to join. */
export interface Channel<Identity, Assigns> {
  readonly topic: string
  readonly identity: Identity
  /** Of the identity, as the endpoint's `identityKey` gives it. */
  readonly identityKey: string | null
  /** What the handlers wish to remember about this channel. Empty when the join begins. */
  readonly assigns: Partial<Assigns>
  /**
   * Sends to this channel alone. During the join it is kept until the client has its "ok", and dropped if it
   * is refused. Does nothing once the channel has ended.
   */
  push(event: string, payload: object): void
}

export type JoinAnswer = { ok: object } | { error: { reason: string } & Record<string, unknown> }

/** Nothing at all where the client gets no reply. */
export type EventAnswer = { ok: object } | { error: object } | undefined | void

/**
 * The behaviour behind the topics of one pattern. What happens on one channel happens in order: an event is
 * handled when the one before it has been answered. Whatever throws or rejects here ends that channel alone
 * (`phx_error`), and the genuine client joins it anew.
 */
export interface ChannelHandler<Identity, Assigns> {
  /**
   * May this identity join, and what is it told first? Broadcasts that happen meanwhile are kept and follow
   * the "ok": what the answer says together with what follows leaves no gap.
   */
  join(request: {
    topic: string
    payload: unknown
    identity: Identity
    channel: Channel<Identity, Assigns>
  }): JoinAnswer | Promise<JoinAnswer>
  handle?(
    event: string,
    payload: unknown,
    channel: Channel<Identity, Assigns>,
  ): EventAnswer | Promise<EventAnswer>
  /** Once for every join that was accepted, after everything else on the channel is over. */
  left?(channel: Channel<Identity, Assigns>, reason: LeaveReason): void | Promise<void>
}
