import type { Caller } from '#server/web/caller.ts'

/** Who speaks on a socket, and from which address the connection came. */
export type SocketCaller = Caller & { address: string }
