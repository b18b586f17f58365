/**
 * The two words of a structured logger that this room says. Topics and reasons only: no payload, token or
 * address.
 */
export interface Log {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export const silentLog: Log = { warn: () => undefined, error: () => undefined }
