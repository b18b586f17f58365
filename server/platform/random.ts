import { randomBytes, randomUUID } from 'node:crypto'

/** Where chance comes from. Tests pass one that repeats itself. */
export interface Random {
  uuid(): string
  bytes(length: number): Uint8Array
  /** At least 0, below 1: for pace and jitter, never for secrets. */
  fraction(): number
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  bytes: length => randomBytes(length),
  fraction: () => Math.random(),
}
