import type { Meeting } from '#contract/rest/video.ts'

/** Which call the desk's address names, so that a reload comes back to it; null where it names none. */
export function meetingAt(address: URLSearchParams): Meeting | null {
  const reserve = address.get('meet')
  const tuid = address.get('meet-number')
  if (reserve !== null) return { reserve }
  return tuid === null ? null : { tuid }
}

/** The same address, naming a call. */
export function withMeeting(address: URLSearchParams, meeting: Meeting): URLSearchParams {
  if ('tuid' in meeting) address.set('meet-number', meeting.tuid)
  else address.set('meet', meeting.reserve)
  return address
}
