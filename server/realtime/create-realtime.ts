import type { ChannelName } from '#contract/channel/channels.ts'
import { traceChannel } from './trace-channel.ts'
import { type OfficeEvent, officeTopic } from '#contract/channel/office-channel.ts'
import { MISSED_FACTS_MAX } from '#contract/limits.ts'
import { inLane } from '#server/database/lanes.ts'
import type { Database } from '#server/database/database.ts'
import { gatherReads } from '#server/database/gathered-reads.ts'
import type { EndedSession } from '#server/identity/identity-context.ts'
import type { Fact } from '#server/facts/fact.ts'
import type { FactHub } from '#server/facts/fact-hub.ts'
import { currentSeqs, factsAfter } from '#server/facts/read-facts.ts'
import {
  createPhoenixEndpoint,
  type PhoenixEndpoint,
  type PhoenixEndpointOptions,
} from '#server/phoenix/endpoint.ts'
import type { Clock } from '#server/platform/clock.ts'
import { noPressure, type Pressure } from '#server/platform/pressure.ts'
import type { Tracer } from '#server/platform/tracing.ts'
import type { Random } from '#server/platform/random.ts'
import type { Timers } from '#server/platform/timers.ts'
import { withoutNames } from '#server/queue/lines/line-states.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'
import type { BookingContext } from '#server/reservations/reservations-context.ts'
import type { MeetSeat } from '#server/video/meet-seat.ts'
import { officeSeats } from '#server/video/office-seats.ts'
import type { Caller } from '#server/web/caller.ts'
import { FactFanOut } from './fact-fan-out.ts'
import { endedMeeting, pauseOf } from './ended-meeting.ts'
import { LinePulse } from './line-pulse.ts'
import { type MeetAssigns, meetChannel } from './meet-channel.ts'
import { createMissedFacts } from './missed-facts.ts'
import { MeetRooms } from './meet-rooms.ts'
import { type MessageLine, openMessageLine } from './message-line.ts'
import { type OfficeAssigns, officeChannel } from './office-channel.ts'
import { createOfficeDirectory } from './office-directory.ts'
import { officeEventOf } from './office-event.ts'
import { ownedBy } from './owned.ts'
import { openProcessLink } from './process-link.ts'
import { callerKey, watchSessionEnds } from './session-ends.ts'
import type { SocketCaller } from './socket-caller.ts'
import { watchSeats } from './watch-seats.ts'

/** What other processes committed and could not say is found within this. */
const SWEEP_MS = 2_000
/** Where processes say who sits in which call. */
const MEET_LINE = 'numerito_meet'
/** And where each hears of the polls that reached another: a line of its own. */
const pollLineOf = (process: string) => `numerito_polls_${process}`

interface RealtimeAssigns extends OfficeAssigns, MeetAssigns {}

export interface RealtimeOptions {
  database: Database
  clock: Clock
  timers: Timers
  random: Random
  facts: FactHub
  queue: QueueContext & BookingContext
  /** By which servers know a poll's token that one of them gave; nobody else can make it. */
  proofOfPoll(token: string): string
  /** Whose a token is; a guest where it is invalid. */
  callerOf(token: string): Promise<Caller>
  /** Which of these sessions are open. */
  openSessions(ids: readonly string[]): Promise<ReadonlyMap<string, true>>
  /** Which seat of a call is the caller's. @throws Refusal */
  meetSeatOf(meeting: string, caller: Caller): Promise<MeetSeat>
  /** Another process has changed something, or may have. */
  onNewsElsewhere(): void
  /** A session ended, on whatever process. */
  onSessionEnd(sessionId: string): void
  /** A join was answered: `ok`, or the reason for which it was refused. */
  onJoin?: (topic: string, outcome: string) => void
  /** Whether this process keeps up: where not, it says no to those who can come later. */
  pressure?: Pressure
  /** Where somebody collects what happens. */
  tracer?: Tracer
  socket: Pick<
    PhoenixEndpointOptions<SocketCaller, RealtimeAssigns>,
    'allowedOrigins' | 'remoteAddress' | 'limits' | 'log'
  >
  onFault(error: unknown): void
}

export interface Realtime {
  endpoint: PhoenixEndpoint<SocketCaller, RealtimeAssigns>
  /** Closes the sockets of a session that ended. The other processes hear of it from the database. */
  endSession(ended: EndedSession): void
  /** Settles when every fact told so far reached this process's sockets. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Sockets, office channels and the fan-out of facts, for one process. */
export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { database, clock, timers, random, queue, tracer, onFault } = options
  const { db } = database
  const directory = createOfficeDirectory(database, clock)

  const seats = officeSeats(database)
  const rooms = new MeetRooms(
    said => meetLine?.say(said),
    database.kind === 'embedded',
    // Where the database is away, the seat is free in minutes all the same.
    seat => void seats.free(seat).catch(onFault),
  )
  let meetLine: MessageLine | null = null
  let pollLine: MessageLine | null = null
  const processId = random.uuid()
  const processName = processId.replaceAll('-', '')

  const isOpen = gatherReads(timers, options.openSessions)
  const endpoint: PhoenixEndpoint<SocketCaller, RealtimeAssigns> = createPhoenixEndpoint<
    SocketCaller,
    RealtimeAssigns
  >({
    ...options.socket,
    path: '/socket',
    timers,
    onJoin: options.onJoin,
    randomBytes: length => random.bytes(length),
    carrier:
      database.kind === 'embedded'
        ? undefined
        : {
            name: processName,
            proofOf: options.proofOfPoll,
            say: (to, message) => pollLine?.say(message, pollLineOf(to)),
          },
    // A guest may join nothing. Refused before the socket opens, the genuine client comes back after a
    // growing delay; were it opened and closed, each time would be its first.
    async connect({ token, remoteAddress: address }) {
      const caller = token === null ? null : await inLane('readers', () => options.callerOf(token))
      return caller === null || caller.kind === 'guest' ? null : { ...caller, address }
    },
    identityKey: callerKey,
    isOver: caller => caller.kind !== 'guest' && caller.expires_at <= clock.now(),
    mayStay(caller, event) {
      if (caller.kind === 'guest') return false
      // Asked by the statement that gives the number, so that a take costs one.
      if (event === 'ticket:new' && caller.kind === 'user') return true
      // A crowd that joins goes behind whoever does something.
      const lane = event === 'phx_join' ? 'readers' : 'actors'
      return inLane(lane, () => isOpen(caller.session_id)).then(open => open === true)
    },
    channels: {
      'web:*': traceChannel(
        tracer,
        'office',
        ['ticket:new'],
        officeChannel({
          directory,
          queue,
          follow: office => {
            const topic = officeTopic(office.slug)
            // Nobody listened to the office: of what was changed meanwhile nothing was heard.
            if (endpoint.channelsOf(topic).size === 0) directory.forget(office)
            followed.set(office.id, topic)
            return fanOut.follow(office.id)
          },
          pressure: options.pressure ?? noPressure,
          missedFacts: createMissedFacts((officeId, seq, limit) => factsAfter(db, officeId, seq, limit)),
          endSession: ({ user_id, session_id }) => closeSession(`user:${user_id}`, session_id),
          onFault,
        }),
      ),
      'meet:*': traceChannel(
        tracer,
        'meet',
        [],
        meetChannel({
          rooms,
          seatOf: options.meetSeatOf,
          seats,
          uuid: () => random.uuid(),
          follow: officeId => fanOut.follow(officeId),
        }),
      ),
    } satisfies Record<ChannelName, unknown>,
  })

  /** Topics by office, of the offices that anybody ever joined on this process. */
  const followed = new Map<number, string>()

  async function word(fact: Fact): Promise<() => void> {
    const ended = endedMeeting(fact)
    if (ended !== null) rooms.end(ended, pauseOf[fact.name])
    const known = await directory.byId(fact.office_id)
    const isOther = fact.name === 'office:changed'
    if (known && isOther) directory.forget(known)
    const office = isOther ? await directory.byId(fact.office_id) : known
    if (!office) return () => undefined
    const topic = officeTopic(office.slug)
    const key = fact.user_id === null ? null : `user:${fact.user_id}`
    const isOwnerHere = key !== null && endpoint.channelsOfIdentity(key, topic).length > 0
    const owned = isOwnerHere ? await ownedBy(queue, fact) : {}
    const copies = officeEventOf(fact, office, owned)
    return () => {
      if (isOwnerHere && key !== null && copies.owner) endpoint.sendTo(key, copies.event, copies.owner, topic)
      if (copies.everyone) {
        endpoint.broadcast(
          topic,
          copies.event,
          copies.everyone,
          isOwnerHere && copies.owner ? { except: channel => channel.identityKey === key } : undefined,
        )
      }
      for (const lineId of fact.line_id === null ? office.lines.keys() : [fact.line_id])
        pulse.touch(fact.office_id, lineId)
    }
  }

  const pulse = new LinePulse(timers, (officeId, lineIds) => {
    const topic = followed.get(officeId)
    if (topic === undefined || endpoint.channelsOf(topic).size === 0) return
    inLane('readers', () => queue.lines.now(officeId)).then(({ lines }) => {
      const at = clock.now().toISOString()
      for (const state of withoutNames(lines)) {
        if (!lineIds.has(state.line_id)) continue
        endpoint.broadcast(topic, 'time:estimate', { ...state, at } satisfies OfficeEvent<'time:estimate'>)
      }
    }, onFault)
  })

  const fanOut = new FactFanOut({
    readAfter: (officeId, seq) => factsAfter(db, officeId, seq, MISSED_FACTS_MAX),
    currentSeqs: officeIds => currentSeqs(db, officeIds),
    isFollowed: officeId => {
      const topic = followed.get(officeId)
      return (topic !== undefined && endpoint.channelsOf(topic).size > 0) || rooms.isAnyoneAt(officeId)
    },
    word,
    inOneGo: say => endpoint.inOneGo(say),
    onLogReplaced(officeId) {
      onFault(new Error(`a log went back: the database of office ${officeId} is another one by now`))
      const topic = followed.get(officeId)
      // Whoever comes back knows more than happened, and is told to fetch everything anew.
      if (topic !== undefined) endpoint.restart(topic)
    },
    onFault,
  })

  function closeSession(key: string, sessionId: string): void {
    options.onSessionEnd(sessionId)
    endpoint.disconnect(key, caller => caller.kind !== 'guest' && caller.session_id === sessionId)
  }
  const sessionEnds = await watchSessionEnds({
    database,
    timers,
    callers: () => endpoint.identities(),
    openSessions: options.openSessions,
    close: closeSession,
    onFault,
  })

  meetLine = await openMessageLine({
    database,
    channel: MEET_LINE,
    processId,
    onMessage: (said, isOwn) => rooms.hear(said, isOwn),
    onGap: () => rooms.ask(),
    onFault,
  })
  pollLine = await openMessageLine({
    database,
    channel: pollLineOf(processName),
    processId,
    onMessage: said => endpoint.hear(said),
    // Whoever waits for word that was lost gives up by itself.
    onGap: () => {},
    onFault,
  })
  const link = await openProcessLink({
    database,
    timers,
    processId,
    onNews(officeIds) {
      options.onNewsElsewhere()
      fanOut.look(officeIds)
    },
    onGap() {
      options.onNewsElsewhere()
      void fanOut.sweep().catch(onFault)
    },
    onFault,
  })
  const unsubscribe = options.facts.subscribe(facts => {
    fanOut.offer(facts)
    for (const fact of facts) link.say(fact.office_id)
  })
  const stopSweeping = timers.every(SWEEP_MS, () => void fanOut.sweep().catch(onFault))
  const stopWatching = watchSeats({ rooms, seats, timers, onFault })

  return {
    endpoint,
    endSession: ({ id, user_id, clerk_id }) =>
      closeSession(user_id === null ? `clerk:${clerk_id}` : `user:${user_id}`, id),
    settled: () => fanOut.settled(),
    async close() {
      stopSweeping()
      stopWatching()
      unsubscribe()
      pulse.stop()
      await sessionEnds.close()
      await link.close()
      // The last thing to say is who left their seats.
      await endpoint.close()
      await meetLine?.close()
      await pollLine?.close()
    },
  }
}
