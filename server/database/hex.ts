/** Bytes as a JSON value that PostgreSQL reads as bytea. */
export const asHex = (bytes: Uint8Array | null): string | null =>
  bytes && `\\x${Buffer.from(bytes).toString('hex')}`
