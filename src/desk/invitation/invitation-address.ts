import { invitationToken } from '#contract/rest/staff.ts'
import { is } from 'valibot'

/** Behind the #: what stands there reaches no server, no log and no other site. */
const FORM = /^#invitation=(.+)$/

/** What a link holds, null where the address is not an invitation. */
export function invitationAt(hash: string): string | null {
  const token = FORM.exec(hash)?.[1]
  return token !== undefined && is(invitationToken, token) ? token : null
}

export const invitationLink = (origin: string, token: string): string => `${origin}/desk#invitation=${token}`
