/** What is wrong with the machine under a server (frail-machine.ts). */
export interface Ailment {
  /** Its clock stands so far ahead, or back. */
  clockMs: number
  /** So much longer each sync of its disk takes. */
  syncMs: number
}

export const WELL: Ailment = { clockMs: 0, syncMs: 0 }
/** Names the file in which the ailment stands, among the server's variables. */
export const MACHINE_FILE = 'FRAIL_MACHINE_FILE'
