import { DatabaseUnavailable } from './unavailable.ts'

/** Why a server that answers will not do. */
export type Unfitness = 'too-old' | 'encoding' | 'standby' | 'no-sessions' | 'too-few-connections'

/** A PostgreSQL answers, and Numerito cannot work on it as it is: somebody has to change something there. */
export class DatabaseUnfit extends DatabaseUnavailable {
  readonly unfitness: Unfitness

  constructor(unfitness: Unfitness, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseUnfit'
    this.unfitness = unfitness
  }
}
