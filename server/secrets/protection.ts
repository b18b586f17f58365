import { createHmac, hkdfSync } from 'node:crypto'
import { normalizeRut } from '#contract/rules/rut.ts'
import { type Random, systemRandom } from '#server/platform/random.ts'
import { createEnvelope } from './envelope.ts'

/** The installation's secret has this many bytes. */
export const SECRET_BYTES = 32

/** Who stands behind a user: what is kept sealed, and forgotten together. */
export interface Person {
  name: string
  email: string
  phone: string
  /** The rut or dni, as it was given. */
  identity: string
}

export type IdentityType = 'rut' | 'dni'

/** How personal data is kept. Sealed data opens with the same secret only. */
export interface Protection {
  /** @param userId the row that it belongs to: moved to another row it does not open */
  sealPerson(person: Person, userId: string): Uint8Array
  /** @throws Unsealable */
  openPerson(sealed: Uint8Array, userId: string): Person
  /** What goes with a ticket: the form's answers, customer params. */
  sealMeta(meta: object): Uint8Array
  /** @throws Unsealable */
  openMeta(sealed: Uint8Array): unknown
  /** The server's own private keys (VAPID). */
  keySeal: { seal(text: string): Uint8Array; open(sealed: Uint8Array): string }
  /**
   * By which a rut or dni is recognised, however it was written, and from which it cannot be read. 32 bytes.
   */
  identityHash(type: IdentityType, number: string): Uint8Array
  /** Of a one-time code: short enough to be guessed from a bare hash, so the hash is keyed. 32 bytes. */
  codeHash(code: string): Uint8Array
  /** By which a network address is recognised again, and from which it cannot be read. 32 bytes. */
  addressHash(address: string): Uint8Array
  /**
   * By which a text is recognised again for one purpose, and from which it cannot be read. 43 letters of
   * base64url.
   */
  mark(purpose: 'clerk name' | 'clerk browser', text: string): string
  /** A number to which messages go. @param userId the row that it belongs to */
  sealNumber(number: string, userId: string): Uint8Array
  /** @throws Unsealable */
  openNumber(sealed: Uint8Array, userId: string): string
  /**
   * By which a number, or a message to it, is recognised again: what names the message elsewhere has the
   * number in it, so that it is kept as little as the number itself. 32 bytes.
   */
  whatsappHash(what: 'number' | 'message', text: string): Uint8Array
  /** Signs captchas. */
  captchaKey: string
}

const PERSON = 'users.person'
const META = 'tickets.meta'
const KEYS = 'push_keys.private_key'
const NUMBER = 'whatsapp_numbers.number'

/** One spelling for one number: dots, dashes, blanks and case do not make another person. */
function oneSpelling(type: IdentityType, number: string): string {
  const rut = type === 'rut' ? normalizeRut(number) : null
  return rut ?? number.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/**
 * @param secret SECRET_BYTES of them, from a good source
 * @throws RangeError for a secret of another length
 */
export function createProtection(secret: Uint8Array, random: Random = systemRandom): Protection {
  if (secret.length !== SECRET_BYTES) throw new RangeError(`the secret must have ${SECRET_BYTES} bytes`)
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `numerito v1 ${purpose}`, SECRET_BYTES))
  const persons = createEnvelope(derive('seal persons'), random)
  const metas = createEnvelope(derive('seal ticket meta'), random)
  const keys = createEnvelope(derive('seal keys'), random)
  const numbers = createEnvelope(derive('seal telephone numbers'), random)
  const identityKey = derive('hash identity numbers')
  const codeKey = derive('hash one-time codes')
  const addressKey = derive('hash network addresses')
  const whatsappKey = derive('hash telephone numbers')
  const markKeys = {
    'clerk name': derive('mark clerk names'),
    'clerk browser': derive('mark clerk browsers'),
  }

  return {
    sealPerson: (person, userId) => persons.seal(JSON.stringify(person), `${PERSON} ${userId}`),
    openPerson: (sealed, userId) => JSON.parse(persons.open(sealed, `${PERSON} ${userId}`)),
    sealMeta: meta => metas.seal(JSON.stringify(meta), META),
    openMeta: sealed => JSON.parse(metas.open(sealed, META)),
    keySeal: { seal: text => keys.seal(text, KEYS), open: sealed => keys.open(sealed, KEYS) },
    identityHash: (type, number) =>
      createHmac('sha256', identityKey)
        .update(`${type}:${oneSpelling(type, number)}`)
        .digest(),
    codeHash: code => createHmac('sha256', codeKey).update(code).digest(),
    addressHash: address => createHmac('sha256', addressKey).update(address).digest(),
    mark: (purpose, text) => createHmac('sha256', markKeys[purpose]).update(text).digest('base64url'),
    sealNumber: (number, userId) => numbers.seal(number, `${NUMBER} ${userId}`),
    openNumber: (sealed, userId) => numbers.open(sealed, `${NUMBER} ${userId}`),
    whatsappHash: (what, text) => createHmac('sha256', whatsappKey).update(`${what}:${text}`).digest(),
    captchaKey: derive('sign captchas').toString('hex'),
  }
}
