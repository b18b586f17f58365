/**
 * What one client may ask of the server. Every figure can be set for an endpoint; these hold where nothing is
 * said.
 */
export interface PhoenixLimits {
  /**
   * Sockets and long-poll sessions together, the ones still being admitted included. One more is answered
   * 503.
   */
  sockets: number
  /**
   * Sockets and long-poll sessions that one address may hold. Behind one stands a whole office's Wi-Fi: four
   * hundred phones, some with a second tab, and its desks.
   */
  addressSockets: number
  /**
   * A token bucket for each address: attempts to connect. All those phones come back within a second when the
   * server starts anew, and some need a second attempt.
   */
  addressConnects: number
  addressConnectsPerSecond: number
  /** An attempt with a token that is nobody's takes so many: a hundred guesses, and then two a second. */
  failedConnectCost: number
  /**
   * A token bucket for each token that was somebody's lately: attempts to connect that its address is not
   * asked for, so that nobody who guesses there keeps anybody out.
   */
  knownConnects: number
  knownConnectsPerSecond: number
  /** A token bucket for each address: requests by long poll. Four hundred phones make some sixty a second. */
  addressPolls: number
  addressPollsPerSecond: number
  /** As the genuine server's max_channels_per_transport. One more is refused: "too many channels joined". */
  channelsPerSocket: number
  /** A longer message closes the socket with 1009. */
  frameBytes: number
  /**
   * A token bucket: so many messages at once, refilled at `messagesPerSecond`. An empty bucket closes with
   * 1008.
   */
  messageBurst: number
  messagesPerSecond: number
  /** Messages of one socket that wait for a handler. One more closes with 1008. */
  pendingMessages: number
  /** What a client has not yet read. A socket that holds more is closed with 1013. */
  bufferedBytes: number
  /** A socket silent for this long is closed with 1002. The genuine client's heartbeat comes every 30 s. */
  idleMs: number
  /** `connect` answers within this, or the client is told 503. */
  connectMs: number
  /** Joins under way on this process, over all sockets. The others wait for their turn. */
  joinsAtOnce: number
  /** `join` answers within this, the wait for its turn included, or the client is told "join timeout". */
  joinMs: number
  /**
   * How long a client may take to answer our close frame, and handlers to finish when the endpoint closes.
   */
  closeMs: number
  /** How long a poll waits for something to say. The client gives up on a poll after twice this. */
  pollMs: number
  /** A long-poll session with no poll under way ends after this. */
  pollGapMs: number
  /** Another process says within this that it has heard of a poll, or of what came of its answer. */
  relayMs: number
  /** Messages in one POST, as the genuine server allows. */
  batchMessages: number
  batchBytes: number
}

export const DEFAULT_LIMITS: Readonly<PhoenixLimits> = {
  sockets: 50_000,
  addressSockets: 1_000,
  addressConnects: 1_000,
  addressConnectsPerSecond: 20,
  failedConnectCost: 10,
  knownConnects: 20,
  knownConnectsPerSecond: 1,
  addressPolls: 2_000,
  addressPollsPerSecond: 100,
  channelsPerSocket: 100,
  frameBytes: 64 * 1024,
  // A client that comes back joins all its channels at once, each perhaps with a push behind it.
  messageBurst: 250,
  messagesPerSecond: 20,
  pendingMessages: 250,
  bufferedBytes: 1024 * 1024,
  idleMs: 60_000,
  connectMs: 10_000,
  joinsAtOnce: 1_000,
  joinMs: 10_000,
  closeMs: 3_000,
  pollMs: 10_000,
  pollGapMs: 15_000,
  relayMs: 2_000,
  batchMessages: 100,
  batchBytes: 1024 * 1024,
}
