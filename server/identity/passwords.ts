import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#server/web/refusal.ts'

/** argon2id (the package's default), 19 MiB and two passes: OWASP's least. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/**
 * So many run at once: each takes a core and 19 MiB, and people are waiting for their numbers on the others.
 */
const AT_ONCE = 2
/** More than wait already are turned away, before they fill the memory. */
const WAITING_MAX = 50

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) throw new Refusal('unavailable', 503, 'too many sign in at once')
    await new Promise<void>(resolve => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    // The place goes to who waits longest, without being free in between.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** In the PHC string format, parameters and salt within. @throws Refusal unavailable */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST))

/** Of no password at all, and as costly to compare with as any other. */
const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * @param passwordHash null where there is no such account: then as much is done, and it is false, so that
 * time does not tell which accounts exist
 * @throws Refusal unavailable
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await inTurn(() => verify(passwordHash ?? NOBODYS_HASH, password))
  return fits && passwordHash !== null
}
