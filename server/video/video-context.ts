import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'

/** The servers by which two browsers find each other. */
export interface IceSettings {
  /** stun:host[:port] */
  stun: readonly string[]
  /** turn:host[:port][?transport=…] or turns:… */
  turn: readonly string[]
  /** coturn's static-auth-secret; null only where there is no TURN server. */
  turnSecret: string | null
}

/** What the verbs of this room need of the world. */
export interface VideoContext {
  database: Database
  clock: Clock
  random: Random
  ice: IceSettings
}
