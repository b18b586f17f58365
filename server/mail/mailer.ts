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
   */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Well within a job's lock: who waits longer may send it a second time. */
const PATIENCE_MS = 5_000

/** What a mail server says may name whom it was for: only its numbers are kept. */
function failureOf(error: unknown): Error {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const reason = `the mail server: ${responseCode ?? 'no answer'} ${code ?? ''}`.trim()
  const isForGood = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500
  return isForGood ? new MailRefused(reason) : new Error(reason)
}

/** @param patience in milliseconds, with each step of the conversation */
export function createMailer({ url, from }: MailSettings, patience = PATIENCE_MS): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: patience,
      dnsTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send(mail) {
      try {
        // Asked for by a person this moment: no holiday notice is to answer it.
        await transport.sendMail({ ...mail, headers: { 'Auto-Submitted': 'auto-generated' } })
      } catch (error) {
        throw failureOf(error)
      }
    },
    close: () => transport.close(),
  }
}
