import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A process of our own that answers questions, one thing at a time. */
export interface Child {
  ask<Answer>(question: string, details?: unknown): Promise<Answer>
  stop(): Promise<void>
}

interface Question {
  id: number
  question: string
  details: unknown
}

type Answer = { id: number; answer: unknown } | { id: number; error: string }

/** What is measured must not share a thread, nor a heap, with what measures it. */
export function startChild(file: string): Child {
  // 'advanced' carries typed arrays as they are: thousands of times a round.
  const process = fork(file, { serialization: 'advanced' })
  const waiting = new Map<number, (answer: Answer) => void>()
  let lastId = 0

  process.on('message', message => {
    const answer = message as Answer
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  process.on('exit', code => {
    for (const [id, settle] of waiting) settle({ id, error: `${file} ended with ${code}` })
    waiting.clear()
  })

  return {
    async ask<T>(question: string, details?: unknown): Promise<T> {
      const id = ++lastId
      const settled = new Promise<Answer>(resolve => void waiting.set(id, resolve))
      process.send({ id, question, details } satisfies Question)
      const answer = await settled
      if ('error' in answer) throw new Error(answer.error)
      return answer.answer as T
    },
    async stop() {
      if (process.exitCode !== null || process.signalCode !== null) return
      process.disconnect()
      await once(process, 'exit')
    },
  }
}

/**
 * The child's side. It ends when its parent does, whatever becomes of that.
 * @param answers by question; what they give, or throw, is the answer
 */
export function answerParent(answers: Readonly<Record<string, (details: never) => unknown>>): void {
  async function answer({ id, question, details }: Question): Promise<Answer> {
    try {
      const find = answers[question]
      if (!find) throw new Error(`nobody here knows ${question}`)
      return { id, answer: await find(details as never) }
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  process.on('disconnect', () => process.exit())
  process.on('message', (message: Question) => {
    void answer(message).then(said => process.send?.(said))
  })
}

/** Milliseconds on the one clock that all processes of a machine share and that nobody sets back. */
export const machineTime = (): number => Number(process.hrtime.bigint()) / 1e6
