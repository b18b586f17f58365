import { createTransport } from 'nodemailer'

/** The server that takes our e-mails: smtp://user:password@host:port, or smtps://. */
export interface MailSettings {
  url: string
  from: string
}

export interface Mail {
  to: string
  subject: string
  text: string
}

/** The mail server has no such mailbox, or will not write to it: it would say the same tomorrow. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

export interface Mailer {
  /**
   * Resolves once the mail server has taken it. Rejects with words that hold no address; with MailRefused
   * where another try is of little use.
   * @param withinMs the connection is cut then, wherever the delivery stands, so that nobody who sends it
   * again finds this one still under way
   */
  send(mail: Mail, withinMs: number): Promise<void>
  close(): void
}

/** For a connection, and the greeting: a mail server that is away holds up no other work for long. */
const PATIENCE_MS = 5_000
/** At most, for all of a delivery: what is taken after much thought is given as much as can be. */
const DELIVERY_MS = 15_000

/** What a mail server says may name whom it was for: only its numbers are kept. */
function failureOf(error: unknown): Error {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const word = code === 'EABORT' ? 'ETIMEDOUT' : (code ?? '')
  const reason = `the mail server: ${responseCode ?? 'no answer'} ${word}`.trim()
  const isForGood = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500
  return isForGood ? new MailRefused(reason) : new Error(reason)
}

/** @param patience in milliseconds, with a mail server that says nothing at all yet */
export function createMailer({ url, from }: MailSettings, patience = PATIENCE_MS): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: patience,
      dnsTimeout: patience,
      greetingTimeout: patience,
      // The whole is bounded: a step may take all that is left of it.
      socketTimeout: DELIVERY_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send(mail, withinMs) {
      const signal = AbortSignal.timeout(Math.min(withinMs, DELIVERY_MS))
      try {
        // Asked for by a person this moment: no holiday notice is to answer it.
        await transport.sendMail({ ...mail, headers: { 'Auto-Submitted': 'auto-generated' }, signal })
      } catch (error) {
        throw failureOf(error)
      }
    },
    close: () => transport.close(),
  }
}
