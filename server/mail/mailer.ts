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

export interface Mailer {
  /** Resolves once the mail server has taken it. Rejects with words that hold no address. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** In all well within a job's lock: who waits longer may send it a second time. */
const PATIENCE_MS = 5_000

/** What a mail server says may name whom it was for: only its numbers are kept. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return ['the mail server', responseCode, code].filter(part => part !== undefined).join(' ')
}

export function createMailer({ url, from }: MailSettings): Mailer {
  const transport = createTransport(url, { from })
  const { options } = transport
  Object.assign(options, {
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      try {
        // Asked for by a person this moment: no holiday notice is to answer it.
        await transport.sendMail({ ...mail, headers: { 'Auto-Submitted': 'auto-generated' } })
      } catch (error) {
        throw new Error(reasonOf(error))
      }
    },
    close: () => transport.close(),
  }
}
