import * as v from 'valibot'
import { OFFICE_EVENTS, OFFICE_FACTS, type OfficeEventName } from '#contract/channel/office-channel.ts'
import type { OfficeFact } from './office-socket.ts'

/**
 * The payload; null if it does not match its schema: a newer server may say more than an older page knows.
 */
export function parseEvent<Name extends OfficeEventName>(
  event: Name,
  payload: unknown,
): v.InferOutput<(typeof OFFICE_EVENTS)[Name]> | null {
  const parsed = v.safeParse(OFFICE_EVENTS[event], payload)
  return parsed.success ? parsed.output : null
}

/** A fact by its name; null if the name is unknown or the payload does not match its schema. */
export function parseFact(event: string, payload: unknown): OfficeFact | null {
  if (!Object.hasOwn(OFFICE_FACTS, event)) return null
  const name = event as OfficeFact['event']
  const parsed = parseEvent(name, payload)
  return parsed === null ? null : ({ event: name, payload: parsed } as OfficeFact)
}
