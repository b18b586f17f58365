import type { Table } from 'dexie'
import { type CallMoment, isKnownCall } from '#src/domain/is-known-call.ts'
import type { StorageGuard } from './storage-guard.ts'

/** The newest call of a ticket that was shown here. */
export interface ShownCall extends CallMoment {
  tuid: string
}

export interface Calls {
  /**
   * Whether this call was not shown yet; from then on it was. One transaction, so that of two pages one shows it.
   * @see rule CALL-06 "once"
   */
  admit(call: ShownCall): Promise<boolean>
}

export function calls(table: Table<ShownCall, string>, guard: StorageGuard): Calls {
  return {
    admit: call =>
      guard(() =>
        table.db.transaction('rw', table, async () => {
          const known = await table.get(call.tuid)
          if (known && isKnownCall(known, call)) return false
          await table.put({ tuid: call.tuid, at: call.at, seq: call.seq })
          return true
        }),
      ),
  }
}
