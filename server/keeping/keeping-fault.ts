/** Why a backup, a restore or a move cannot be, worded for the person at the terminal. */
export class KeepingFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'KeepingFault'
  }
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])

/** The same, where a disk was full; anything else as it came. */
export function wordedForOperator(error: unknown, where: string): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'StorageFull' || ('code' in cause && NO_ROOM.has(String(cause.code))))
      return new KeepingFault(`the disk is full: there is no more room ${where}`, { cause: error })
  }
  return error
}
