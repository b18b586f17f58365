import * as v from 'valibot'
import { OFFICE_EVENTS, OFFICE_FACTS, type OfficeEventName } from '#contract/channel/office-channel.ts'
import type { OfficeFact } from './office-socket.ts'

/**
 * Whatever the server says on the topic that is not what we know; a newer server may say more than an older
 * page.
 */
export type MalformedReport = (event: string, why: string) => void

/** The payload in its shape, or null where it has not got it. */
export function parseEvent<Name extends OfficeEventName>(
  event: Name,
  payload: unknown,
  report: MalformedReport,
): v.InferOutput<(typeof OFFICE_EVENTS)[Name]> | null {
  const parsed = v.safeParse(OFFICE_EVENTS[event], payload)
  if (parsed.success) return parsed.output
  report(event, `${v.getDotPath(parsed.issues[0]) ?? ''}: ${parsed.issues[0].message}`)
  return null
}

/** A fact by its name, or null where there is none of that name or it has not its shape. */
export function parseFact(event: string, payload: unknown, report: MalformedReport): OfficeFact | null {
  if (!Object.hasOwn(OFFICE_FACTS, event)) return null
  const name = event as OfficeFact['event']
  const parsed = parseEvent(name, payload, report)
  return parsed === null ? null : ({ event: name, payload: parsed } as OfficeFact)
}
