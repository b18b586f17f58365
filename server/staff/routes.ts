import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { idFromText, uuid } from '#contract/primitives.ts'
import { deskSession } from '#contract/rest/desk.ts'
import {
  deskActs,
  deskActsAsked,
  deskPassword,
  invitation,
  invitationAcceptance,
  invitationLook,
  officeApplied,
  officeSettings,
  staff,
  staffChanged,
  staffInvite,
  staffLink,
  staffRole,
} from '#contract/rest/staff.ts'
import { languageOf } from '#server/accounts/worded.ts'
import { clerkBy } from '#server/facts/at-office.ts'
import { demandSameOrigin } from '#server/identity/demand-same-origin.ts'
import { rememberHere } from '#server/identity/give-session.ts'
import { keepNothing } from '#server/identity/keep-nothing.ts'
import { readSessionCookie, setSessionCookie } from '#server/identity/session-cookie.ts'
import type { Routes } from '#server/web/app.ts'
import { requireClerk } from '#server/web/caller.ts'
import { pressOf } from '#server/web/press-of.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { changePassword } from './change-password.ts'
import { changeRole } from './change-role.ts'
import { invite, makePasswordLink, revokeInvitation } from './invite.ts'
import { openOffice } from './open-office.ts'
import { readActs } from './read-acts.ts'
import { readStaff } from './read-staff.ts'
import { retireClerk } from './retire-clerk.ts'
import type { StaffContext } from './staff-context.ts'
import { lookAtInvitation } from './standing-invitation.ts'

const byOffice = v.object({ id: idFromText })
const byClerk = v.object({ id: idFromText, clerkId: idFromText })
const byInvitation = v.object({ id: idFromText, invitationId: uuid })

/**
 * Who works at an office, how they come there, and what they did. Links and passwords are in these
 * answers.
 */
export const staffRoutes =
  (context: StaffContext): Routes =>
  app => {
    const onRequest = demandSameOrigin(context)
    keepNothing(app)
    const from = (request: FastifyRequest) => ({
      address: request.ip,
      browserCookie: readSessionCookie(context, request, 'known-browser'),
      language: languageOf(request),
    })

    app.post(
      '/invitations/look',
      { onRequest, schema: { body: invitationLook, response: { 200: invitation } } },
      request => lookAtInvitation(context, request.body.token),
    )

    app.post(
      '/invitations/accept',
      { onRequest, schema: { body: invitationAcceptance, response: { 201: deskSession } } },
      async (request, reply) => {
        const { session, cookieToken, user } = await acceptInvitation(context, request.body, from(request))
        const { expires_at: expiresAt } = session
        setSessionCookie(context, request, reply, 'clerk', { cookieToken, expiresAt })
        rememberHere(context, request, reply, { kind: 'clerk', name: user })
        return reply.code(201).send(session)
      },
    )

    app.put(
      '/password',
      { schema: { body: deskPassword, response: { 204: v.undefined() } } },
      async (request, reply) => {
        const clerk = { ...requireClerk(request), press: pressOf(request) }
        await changePassword(context, clerk, request.body, from(request))
        return reply.code(204).send()
      },
    )

    app.post(
      '/offices',
      { schema: { body: officeSettings, response: { 200: officeApplied } } },
      async request => {
        const { clerk_id } = requireClerk(request)
        const by = { clerk_id, press: pressOf(request) }
        const { office_id, faults } = await openOffice(context, by, request.body.office)
        return { office_id, faults: [...faults] }
      },
    )

    app.get('/offices/:id/people', { schema: { params: byOffice, response: { 200: staff } } }, request =>
      readStaff(context, clerkBy(request, request.params.id)),
    )

    app.post(
      '/offices/:id/invitations',
      { schema: { params: byOffice, body: staffInvite, response: { 201: staffLink } } },
      async (request, reply) => {
        const at = clerkBy(request, request.params.id)
        const { clerk_id, role } = request.body
        const made =
          clerk_id === undefined
            ? await invite(context, at, { role })
            : await makePasswordLink(context, at, { clerk_id })
        return reply.code(201).send(made)
      },
    )

    app.post(
      '/offices/:id/invitations/:invitationId/revoke',
      { schema: { params: byInvitation, response: { 200: staff } } },
      async request => {
        const at = clerkBy(request, request.params.id)
        await revokeInvitation(context, at, { id: request.params.invitationId })
        return await readStaff(context, at)
      },
    )

    app.post(
      '/offices/:id/people/:clerkId/role',
      { schema: { params: byClerk, body: staffRole, response: { 200: staffChanged } } },
      async request => {
        const at = clerkBy(request, request.params.id)
        const { role } = request.body
        await changeRole(context, at, { clerk_id: request.params.clerkId, role })
        const isOut = request.params.clerkId === at.clerk_id && role === 'clerk'
        return { staff: isOut ? null : await readStaff(context, at), standing: null }
      },
    )

    app.post(
      '/offices/:id/people/:clerkId/retire',
      { schema: { params: byClerk, response: { 200: staffChanged } } },
      async request => {
        const at = clerkBy(request, request.params.id)
        const standing = await retireClerk(context, at, { clerk_id: request.params.clerkId })
        const isOut = request.params.clerkId === at.clerk_id
        return { staff: isOut ? null : await readStaff(context, at), standing }
      },
    )

    app.get(
      '/offices/:id/acts',
      { schema: { params: byOffice, querystring: deskActsAsked, response: { 200: deskActs } } },
      request => readActs(context, clerkBy(request, request.params.id), request.query),
    )
  }
