import type { LinePlan } from '../line-plan.ts'
import type { Block } from '../time-blocks.ts'

/** A block that somebody asks for, against which nothing speaks but what is booked already. */
export interface BookingRequest {
  /** The id that the reservation gets, if one is made. */
  id: string
  plan: LinePlan
  block: Block
  user_id: string
  request_id: string
  /** Counts where the user's own row has none. */
  identity_hash: Uint8Array | null
  /** By video. */
  meet: boolean
  /** Sealed. */
  meta: Uint8Array | null
  /**
   * Who asks says that the document is theirs under which another person holds a reservation ("No fui yo").
   */
  declared: boolean
  /** By which clashes are counted (DOC-03); null for what this house asks for itself. */
  clash_key: string | null
}
