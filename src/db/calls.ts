import { type CallMoment, isKnownCall } from '#src/domain/is-known-call.ts'
import type { TableOf } from './rows.ts'

/** The newest call of a ticket that was shown here. */
export interface ShownCall extends CallMoment {
  tuid: string
}

export interface Calls {
  /**
   * Whether this call was not shown yet; from then on it was. One transaction, so that of two pages one shows
   * it.
   * @see rule CALL-06 "once"
   */
  admit(call: ShownCall): Promise<boolean>
}

export function calls(table: TableOf<ShownCall>): Calls {
  return {
    admit: call =>
      table.atomically(async () => {
        const known = await table.get(call.tuid)
        if (known && isKnownCall(known, call)) return false
        await table.put({ tuid: call.tuid, at: call.at, seq: call.seq })
        return true
      }),
  }
}
