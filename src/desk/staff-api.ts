import type * as v from 'valibot'
import { type DeskSession, deskSession } from '#contract/rest/desk.ts'
import {
  type DeskActs,
  deskActs,
  type deskPassword,
  type Invitation,
  invitation,
  type invitationAcceptance,
  type OfficeApplied,
  officeApplied,
  type Staff,
  type StaffChanged,
  staff,
  staffChanged,
  type staffInvite,
  type StaffLink,
  staffLink,
} from '#contract/rest/staff.ts'
import type { DeskRole } from '#contract/rest/desk-acts.ts'
import { type Client, path } from '#src/api/client.ts'

/** Which acts are asked for, as the address says them. */
export interface ActsAsked {
  day?: string
  clerk_id?: string
  ticket?: string
  before?: string
}

/** The calls about who works at an office. Each throws an `ApiError`. */
export function staffApi(client: Client) {
  const post = { method: 'POST' } as const
  return {
    lookAtInvitation: (token: string): Promise<Invitation> =>
      client.call('desk', '/invitations/look', invitation, { ...post, json: { token } }),
    acceptInvitation: (said: v.InferInput<typeof invitationAcceptance>): Promise<DeskSession> =>
      client.call('desk', '/invitations/accept', deskSession, { ...post, json: said }),
    changePassword: (said: v.InferInput<typeof deskPassword>): Promise<void> =>
      client.tell('desk', '/password', { method: 'PUT', json: said }),
    /** A new office, in the offices file's own form. */
    openOffice: (office: Record<string, unknown>): Promise<OfficeApplied> =>
      client.call('desk', '/offices', officeApplied, { ...post, json: { office } }),
    staff: (officeId: number, signal?: AbortSignal): Promise<Staff> =>
      client.call('desk', path`/offices/${officeId}/people`, staff, { signal }),
    invite: (officeId: number, wish: v.InferInput<typeof staffInvite>): Promise<StaffLink> =>
      client.call('desk', path`/offices/${officeId}/invitations`, staffLink, { ...post, json: wish }),
    revokeInvitation: (officeId: number, id: string): Promise<Staff> =>
      client.call('desk', path`/offices/${officeId}/invitations/${id}/revoke`, staff, post),
    changeRole: (officeId: number, clerkId: number, role: DeskRole): Promise<StaffChanged> =>
      client.call('desk', path`/offices/${officeId}/people/${clerkId}/role`, staffChanged, {
        ...post,
        json: { role },
      }),
    retire: (officeId: number, clerkId: number): Promise<StaffChanged> =>
      client.call('desk', path`/offices/${officeId}/people/${clerkId}/retire`, staffChanged, post),
    acts: (officeId: number, asked: ActsAsked, signal?: AbortSignal): Promise<DeskActs> =>
      client.call('desk', path`/offices/${officeId}/acts` + searchOf(asked), deskActs, { signal }),
  }
}

function searchOf(asked: ActsAsked): string {
  const said = new URLSearchParams(
    Object.entries(asked).filter(([, value]) => value !== undefined && value !== ''),
  )
  return said.size === 0 ? '' : `?${said}`
}
