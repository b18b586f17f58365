import type { IdentityContext } from '#server/identity/identity-context.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'

/** What the verbs of this room need of the world. */
export interface DevicesContext extends QueueContext {
  origins: IdentityContext['origins']
  /** Told when a wall looks at its office. */
  onLook?: ((officeId: number) => void) | undefined
}
