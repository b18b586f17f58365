import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface CaughtMail {
  to: string[]
  /** As it came over the wire. */
  raw: string
  /** The text as it is read. */
  text: string
}

/** What quoted-printable says (RFC 2045 §6.7): the text that a person reads. */
function readable(raw: string): string {
  const [, body = ''] = raw.split(/\r\n\r\n([^]*)/)
  if (/content-transfer-encoding: base64/i.test(raw)) return Buffer.from(body, 'base64').toString()
  if (!/content-transfer-encoding: quoted-printable/i.test(raw)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/**
 * A mail server that keeps what it is given. `refuse` answers as one that will not have it, ever or now;
 * until `hold` is over it answers nobody, and `held` says who waits.
 */
export async function startMailServer() {
  const mails: CaughtMail[] = []
  const state: { refuse: false | 550 | 451; hold: Promise<void> | null; held: string[] } = {
    refuse: false,
    hold: null,
    held: [],
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo(address, _session, done) {
      if (state.hold) {
        state.held.push(address.address)
        return void state.hold.then(() => done())
      }
      if (!state.refuse) return done()
      done(Object.assign(new Error(`no mailbox ${address.address}`), { responseCode: state.refuse }))
    },
    onData(stream, session, done) {
      let raw = ''
      stream.on('data', (part: Buffer) => {
        raw += part.toString('latin1')
      })
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw, text: readable(raw) })
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    state,
    settings: { url: `smtp://127.0.0.1:${port}`, from: 'Numerito <avisos@numerito.example>' },
    linkIn: (mail: CaughtMail, path: string) =>
      new RegExp(`${path}#([A-Za-z0-9_-]{43})`).exec(mail.text)?.[1] ?? '',
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>
