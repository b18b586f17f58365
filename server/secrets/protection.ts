import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { normalizeRut } from '#contract/rules/rut.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createEnvelope } from './envelope.ts'

/** The installation's secret has this many bytes. */
export const SECRET_BYTES = 32

/** Who stands behind a user: what is kept sealed, and forgotten together. */
export interface Person {
  name: string
  email: string
  /** Null where somebody with an account gave none. */
  phone: string | null
  /** The rut or dni, as it was given; null as the phone. */
  identity: string | null
}

export type IdentityType = 'rut' | 'dni'

type MarkPurpose = 'clerk name' | 'clerk browser' | 'account name' | 'account browser' | 'poll token'

/** How personal data is kept. Sealed data opens with the same secret only. */
export interface Protection {
  /** @param userId the row that it belongs to: moved to another row it does not open */
  sealPerson(person: Person, userId: string): Uint8Array
  /** @throws Unsealable */
  openPerson(sealed: Uint8Array, userId: string): Person
  /** The name of whom a desk booked a time for. @param reservationId the row that it belongs to, as above */
  sealBookedFor(name: string, reservationId: string): Uint8Array
  /** @throws Unsealable */
  openBookedFor(sealed: Uint8Array, reservationId: string): string
  /** What goes with a ticket: the form's answers, customer params. */
  sealMeta(meta: object): Uint8Array
  /** @throws Unsealable */
  openMeta(sealed: Uint8Array): unknown
  /** @param ticketId the attention of which it was written */
  sealDescription(text: string, ticketId: string): Uint8Array
  /** @throws Unsealable */
  openDescription(sealed: Uint8Array, ticketId: string): string
  /** What a clerk noted. @param ticketId the turn of which it was written */
  sealNote(note: string, ticketId: string): Uint8Array
  /** @throws Unsealable */
  openNote(sealed: Uint8Array, ticketId: string): string
  /** The server's own private keys (VAPID). */
  keySeal: { seal(text: string): Uint8Array; open(sealed: Uint8Array): string }
  /**
   * By which a rut or dni is recognised, however it was written, and from which it cannot be read. 32 bytes.
   */
  identityHash(type: IdentityType, number: string): Uint8Array
  /** Of a one-time code: short enough to be guessed from a bare hash, so the hash is keyed. 32 bytes. */
  codeHash(code: string): Uint8Array
  /** By which an account is found: of its e-mail in its one spelling (contract/rules/email.ts). 32 bytes. */
  emailHash(email: string): Uint8Array
  /** By which a network address is recognised again, and from which it cannot be read. 32 bytes. */
  addressHash(address: string): Uint8Array
  /**
   * By which a text is recognised again for one purpose, and from which it cannot be read. 43 letters of
   * base64url.
   */
  mark(purpose: MarkPurpose, text: string): string
  /**
   * What the QR of a paper number carries: 43 letters of base64url, the number's id and a proof of 16 bytes.
   */
  paperSecret(tuid: string): string
  /** Whose paper it is; null where this installation did not print it. */
  tuidOfPaper(secret: string): string | null
  /** The same of the slip of a reservation, with another proof, so that neither passes for the other. */
  slipSecret(reservationId: string): string
  /** Whose slip it is; null where this installation did not print it. */
  reservationOfSlip(secret: string): string | null
  /** Of an attempt to sign in with a provider: what its answer is checked against, and whom it named. */
  sealAttempt(text: string, attemptId: string): Uint8Array
  /** @throws Unsealable */
  openAttempt(sealed: Uint8Array, attemptId: string): string
  /** By which a provider's name for a person is recognised, and from which it cannot be read. 32 bytes. */
  subjectHash(provider: string, subject: string): Uint8Array
  /** A number to which messages go. @param userId the row that it belongs to */
  sealNumber(number: string, userId: string): Uint8Array
  /** @throws Unsealable */
  openNumber(sealed: Uint8Array, userId: string): string
  /** By which we sign what a webhook is told. @param webhookId the row that it belongs to */
  sealWebhookSecret(secret: string, webhookId: string): Uint8Array
  /** @throws Unsealable */
  openWebhookSecret(sealed: Uint8Array, webhookId: string): string
  /**
   * By which a number, or a message to it, is recognised again: what names the message elsewhere has the
   * number in it, so that it is kept as little as the number itself. 32 bytes.
   */
  whatsappHash(what: 'number' | 'message', text: string): Uint8Array
  /** Signs captchas. */
  captchaKey: string
}

const UUID_BYTES = 16
const PAPER_PROOF_BYTES = 16
const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/
const PERSON = 'users.person'
const BOOKED_FOR = 'reservations.booked_for'
const META = 'tickets.meta'
const KEYS = 'push_keys.private_key'
const ATTEMPT = 'sign_in_attempts'
const DESCRIPTION = 'polls.description'
const NOTE = 'ticket_notes.note'
const NUMBER = 'whatsapp_numbers.number'
const WEBHOOK = 'webhooks.secret'

/** What stands on a paper: an id, and a proof of it that only who has the key can make. */
function papersOf(key: Buffer) {
  const secretOf = (uuid: string): string => {
    const id = Buffer.from(uuid.replaceAll('-', ''), 'hex')
    const proof = createHmac('sha256', key).update(id).digest().subarray(0, PAPER_PROOF_BYTES)
    return Buffer.concat([id, proof]).toString('base64url')
  }
  return {
    secretOf,
    idOf(secret: string): string | null {
      const id = Buffer.from(secret, 'base64url').subarray(0, UUID_BYTES).toString('hex')
      if (id.length !== 2 * UUID_BYTES) return null
      const uuid = id.replace(UUID_PARTS, '$1-$2-$3-$4-$5')
      const [said, right] = [Buffer.from(secret), Buffer.from(secretOf(uuid))]
      return said.length === right.length && timingSafeEqual(said, right) ? uuid : null
    },
  }
}

/** One spelling for one number: dots, dashes, blanks and case do not make another person. */
function oneSpelling(type: IdentityType, number: string): string {
  const rut = type === 'rut' ? normalizeRut(number) : null
  return rut ?? number.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/**
 * @param secret SECRET_BYTES of them, from a good source
 * @throws RangeError for a secret of another length
 */
export function createProtection(secret: Uint8Array): Protection {
  if (secret.length !== SECRET_BYTES) throw new RangeError(`the secret must have ${SECRET_BYTES} bytes`)
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `numerito v1 ${purpose}`, SECRET_BYTES))
  const persons = createEnvelope(derive('seal persons'), systemRandom)
  const bookedFor = createEnvelope(derive('seal names of who is booked for'), systemRandom)
  const metas = createEnvelope(derive('seal ticket meta'), systemRandom)
  const keys = createEnvelope(derive('seal keys'), systemRandom)
  const attempts = createEnvelope(derive('seal sign-in attempts'), systemRandom)
  const subjectKey = derive('hash provider subjects')
  const descriptions = createEnvelope(derive('seal poll descriptions'), systemRandom)
  const notes = createEnvelope(derive('seal notes of turns'), systemRandom)
  const numbers = createEnvelope(derive('seal telephone numbers'), systemRandom)
  const webhooks = createEnvelope(derive('seal webhook secrets'), systemRandom)
  const identityKey = derive('hash identity numbers')
  const codeKey = derive('hash one-time codes')
  const papers = papersOf(derive('sign paper numbers'))
  const slips = papersOf(derive('sign booked slips'))
  const addressKey = derive('hash network addresses')
  const whatsappKey = derive('hash telephone numbers')
  const emailKey = derive('hash e-mail addresses')
  const markKeys: Record<MarkPurpose, Buffer> = {
    'clerk name': derive('mark clerk names'),
    'clerk browser': derive('mark clerk browsers'),
    'account name': derive('mark account names'),
    'account browser': derive('mark account browsers'),
    'poll token': derive('mark poll tokens'),
  }

  return {
    paperSecret: papers.secretOf,
    tuidOfPaper: papers.idOf,
    slipSecret: slips.secretOf,
    reservationOfSlip: slips.idOf,
    sealPerson: (person, userId) => persons.seal(JSON.stringify(person), `${PERSON} ${userId}`),
    openPerson: (sealed, userId) => JSON.parse(persons.open(sealed, `${PERSON} ${userId}`)),
    sealBookedFor: (name, id) => bookedFor.seal(name, `${BOOKED_FOR} ${id}`),
    openBookedFor: (sealed, id) => bookedFor.open(sealed, `${BOOKED_FOR} ${id}`),
    sealMeta: meta => metas.seal(JSON.stringify(meta), META),
    openMeta: sealed => JSON.parse(metas.open(sealed, META)),
    sealDescription: (text, ticketId) => descriptions.seal(text, `${DESCRIPTION} ${ticketId}`),
    openDescription: (sealed, ticketId) => descriptions.open(sealed, `${DESCRIPTION} ${ticketId}`),
    sealNote: (note, ticketId) => notes.seal(note, `${NOTE} ${ticketId}`),
    openNote: (sealed, ticketId) => notes.open(sealed, `${NOTE} ${ticketId}`),
    keySeal: { seal: text => keys.seal(text, KEYS), open: sealed => keys.open(sealed, KEYS) },
    identityHash: (type, number) =>
      createHmac('sha256', identityKey)
        .update(`${type}:${oneSpelling(type, number)}`)
        .digest(),
    codeHash: code => createHmac('sha256', codeKey).update(code).digest(),
    emailHash: email => createHmac('sha256', emailKey).update(email).digest(),
    addressHash: address => createHmac('sha256', addressKey).update(address).digest(),
    mark: (purpose, text) => createHmac('sha256', markKeys[purpose]).update(text).digest('base64url'),
    sealAttempt: (text, id) => attempts.seal(text, `${ATTEMPT} ${id}`),
    openAttempt: (sealed, id) => attempts.open(sealed, `${ATTEMPT} ${id}`),
    subjectHash: (provider, subject) =>
      createHmac('sha256', subjectKey).update(`${provider}:${subject}`).digest(),
    sealNumber: (number, userId) => numbers.seal(number, `${NUMBER} ${userId}`),
    openNumber: (sealed, userId) => numbers.open(sealed, `${NUMBER} ${userId}`),
    sealWebhookSecret: (secret, id) => webhooks.seal(secret, `${WEBHOOK} ${id}`),
    openWebhookSecret: (sealed, id) => webhooks.open(sealed, `${WEBHOOK} ${id}`),
    whatsappHash: (what, text) => createHmac('sha256', whatsappKey).update(`${what}:${text}`).digest(),
    captchaKey: derive('sign captchas').toString('hex'),
  }
}
