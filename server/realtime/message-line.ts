import type { Database } from '#server/database/database.ts'

/** A payload of NOTIFY holds at most 7,999 bytes, the head of a part among them. */
const PART_CHARACTERS = 7_900

export interface MessageLine {
  /**
   * To every process that listens to the channel, in the order in which this one says things; what fails is
   * lost.
   * @param channel this line's own unless told
   */
  say(message: object, channel?: string): void
  close(): Promise<void>
}

export interface MessageLineOptions {
  database: Database
  channel: string
  /** This process. */
  processId: string
  /** Hears this process too: all processes hear all messages in one order, so each knows what came first. */
  onMessage: (message: unknown, isOwn: boolean) => void
  /** The connection was broken: messages may be lost. */
  onGap: () => void
  onFault: (error: unknown) => void
}

/**
 * Messages of any length between the processes on one PostgreSQL, by NOTIFY, in parts. For what need not
 * outlive the moment: who is away does not hear it later. The embedded database has one process, which hears
 * nothing.
 */
export async function openMessageLine(options: MessageLineOptions): Promise<MessageLine> {
  const { database, channel, processId, onMessage, onGap, onFault } = options
  if (database.kind === 'embedded') return { say: () => {}, close: async () => {} }

  /** What has come of each process's message under way. Parts of one process come in order. */
  const begun = new Map<string, string>()
  const unlisten = await database.listen(
    channel,
    payload => {
      const [from = '', rest, text = ''] = payload.split(' ')
      const whole = (begun.get(from) ?? '') + text
      begun.delete(from)
      if (rest !== '0') return void begun.set(from, whole)
      try {
        onMessage(JSON.parse(Buffer.from(whole, 'base64').toString('utf8')), from === processId)
      } catch (error) {
        // A message whose beginning was lost in a gap; the next one is whole.
        onFault(error)
      }
    },
    () => {
      begun.clear()
      onGap()
    },
  )

  let saying = Promise.resolve()
  return {
    say(message, to = channel) {
      const text = Buffer.from(JSON.stringify(message)).toString('base64')
      const parts = Math.ceil(text.length / PART_CHARACTERS)
      for (let part = 0; part < parts; part++) {
        const piece = text.slice(part * PART_CHARACTERS, (part + 1) * PART_CHARACTERS)
        const payload = `${processId} ${parts - 1 - part} ${piece}`
        saying = saying.then(() => database.notify(to, payload)).catch(onFault)
      }
    },
    async close() {
      await saying
      await unlisten()
    },
  }
}
