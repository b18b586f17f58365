import * as v from 'valibot'
import type { WhatsappSettings } from '#server/settings/settings.ts'
import { messageBody, type WhatsappMessage } from './message-body.ts'

/**
 * What the API said. `code` is its own number for what was wrong, null where it gave none.
 * `busy`: not taken now, and worth trying again. `refused`: a repeat mends nothing. `unreachable`: no answer
 * came that says anything, so that the message may have gone out all the same.
 */
export type WhatsappOutcome =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'busy'; status: number; code: number | null; waitMs: number }
  | { kind: 'refused'; status: number; code: number | null }
  | { kind: 'unreachable'; reason: string }

/** It answers in a moment. Jobs that wait hold up the others, and a person stands before a code's. */
const PATIENCE_MS = 5_000

/**
 * Too many calls of the application, of the account, of the number; too many to one person; the service is
 * overloaded, does not know what went wrong, or is away for a while. Some of them come as a 400.
 */
const PASSING = new Set([2, 4, 80007, 130429, 131056, 131000, 131016, 133004])

const taken = v.object({ messages: v.tupleWithRest([v.object({ id: v.string() })], v.unknown()) })
const fault = v.object({ error: v.object({ code: v.number() }) })

/** fetch says "fetch failed" of everything; why stands in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}

function waitMsOf(headers: Headers): number {
  const said = headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(said) ? Number(said) * 1_000 : 0
}

/** What is no JSON says nothing. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function outcomeOf({ status, headers, ok }: Response, said: unknown): WhatsappOutcome {
  if (ok) {
    const { success, output } = v.safeParse(taken, said)
    return success
      ? { kind: 'accepted', messageId: output.messages[0].id }
      : { kind: 'unreachable', reason: 'an answer without a message' }
  }
  const parsed = v.safeParse(fault, said)
  const code = parsed.success ? parsed.output.error.code : null
  const isPassing = status === 429 || status >= 500 || (code !== null && PASSING.has(code))
  return isPassing
    ? { kind: 'busy', status, code, waitMs: waitMsOf(headers) }
    : { kind: 'refused', status, code }
}

/** Posts one message. Follows no redirect: the token is in the request, and goes nowhere else. */
export async function postToWhatsapp(
  { api, token, phoneId }: Pick<WhatsappSettings, 'api' | 'token' | 'phoneId'>,
  message: WhatsappMessage,
): Promise<WhatsappOutcome> {
  try {
    const answer = await fetch(`${api}/${phoneId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(messageBody(message)),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return outcomeOf(answer, parse(await answer.text()))
  } catch (error) {
    return { kind: 'unreachable', reason: reasonOf(error) }
  }
}
