/** Why the server closes a socket: the WebSocket code, and the word beside it. */
export const CLOSE = {
  /** The identity's sockets are closed on purpose, as by the genuine server's "disconnect" broadcast. */
  disconnected: [1000, 'disconnected'],
  idle: [1002, 'no message for too long'],
  tooLong: [1009, 'message too long'],
  tooManyMessages: [1008, 'too many messages'],
  tooManyPending: [1008, 'too many messages pending'],
  malformed: [1011, 'malformed message'],
  restart: [1012, 'service restart'],
  slowConsumer: [1013, 'slow consumer'],
} as const satisfies Record<string, readonly [code: number, reason: string]>

export type CloseCause = keyof typeof CLOSE
