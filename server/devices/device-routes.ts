import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { DEVICE_SESSION_MS } from '#contract/limits.ts'
import { slug, uuid } from '#contract/primitives.ts'
import { deskGive, paperNumber } from '#contract/rest/desk.ts'
import {
  deviceEntry,
  deviceSession,
  deviceUse,
  kioskReservations as kioskReservationsAnswer,
  kioskReservationsQuery,
  kioskState as kioskStateAnswer,
  wallState as wallStateAnswer,
} from '#contract/rest/devices.ts'
import { demandSameOrigin } from '#server/identity/demand-same-origin.ts'
import { deviceOf } from '#server/identity/device-name.ts'
import { keepNothing } from '#server/identity/keep-nothing.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '#server/identity/session-cookie.ts'
import type { Routes } from '#server/web/app.ts'
import { requireDevice } from '#server/web/caller.ts'
import { notFound, sessionIsOver } from '#server/web/refusal.ts'
import type { DevicesContext } from './devices-context.ts'
import { arriveAtKiosk } from './arrive-at-kiosk.ts'
import { type DeviceDoor, enterByLink, type GivenDevice } from './enter-by-link.ts'
import { giveKioskNumber } from './give-kiosk-number.ts'
import { kioskReservations } from './kiosk-reservations.ts'
import { kioskState } from './kiosk-state.ts'
import { noteSeen } from './note-seen.ts'
import { readDevice } from './read-device.ts'
import { wallState } from './wall-state.ts'

const byReservation = v.object({ id: uuid })
const byDoor = v.object({ use: deviceUse, office: slug })

/** What an office's wall and kiosk do. Their cookie is one of the link's use and office. */
export const deviceRoutes =
  (context: DevicesContext): Routes =>
  app => {
    const onRequest = demandSameOrigin(context)
    keepNothing(app)
    const cookieOf = ({ use, office_slug }: DeviceDoor) => `${use}-${office_slug}` as const
    const doorOf = ({ use, office }: v.InferOutput<typeof byDoor>) => ({ use, office_slug: office })

    function letIn(request: FastifyRequest, reply: FastifyReply, door: DeviceDoor, given: GivenDevice) {
      setSessionCookie(context, request, reply, cookieOf(door), given)
      return given.session
    }

    app.post(
      '/devices/:use/:office/session',
      { onRequest, schema: { params: byDoor, body: deviceEntry, response: { 200: deviceSession } } },
      async (request, reply) => {
        const door = doorOf(request.params)
        const given = await enterByLink(
          context,
          { ...door, ...request.body },
          {
            cookieToken: readSessionCookie(context, request, cookieOf(door)),
            device: deviceOf(request),
          },
        )
        return letIn(request, reply, door, given)
      },
    )

    app.get(
      '/devices/:use/:office/session',
      { onRequest, schema: { params: byDoor, response: { 200: deviceSession, 204: v.undefined() } } },
      async (request, reply) => {
        const door = doorOf(request.params)
        const cookieToken = readSessionCookie(context, request, cookieOf(door))
        if (cookieToken === undefined) return reply.code(204).send()
        const given = await readDevice(context, { ...door, cookieToken }, context.database.db)
        if (given?.is_retired) throw notFound('the office')
        if (given) return letIn(request, reply, door, given)
        clearSessionCookie(context, request, reply, cookieOf(door))
        throw sessionIsOver()
      },
    )

    app.get('/devices/wall', { schema: { response: { 200: wallStateAnswer } } }, async request => {
      const caller = requireDevice(request, 'wall')
      context.onLook?.(caller.office_id)
      await noteSeen(context, caller, DEVICE_SESSION_MS)
      return await wallState(context, caller)
    })

    app.get('/devices/kiosk', { schema: { response: { 200: kioskStateAnswer } } }, async request => {
      const caller = requireDevice(request, 'kiosk')
      await noteSeen(context, caller, DEVICE_SESSION_MS)
      return await kioskState(context, caller)
    })

    app.get(
      '/devices/kiosk/reservations',
      { schema: { querystring: kioskReservationsQuery, response: { 200: kioskReservationsAnswer } } },
      async request => {
        const { office_id } = requireDevice(request, 'kiosk')
        return { reservations: await kioskReservations(context, { office_id, code: request.query.code }) }
      },
    )

    app.post(
      '/devices/kiosk/reservations/:id/arrived',
      { schema: { params: byReservation, response: { 204: v.undefined() } } },
      async (request, reply) => {
        const { office_id } = requireDevice(request, 'kiosk')
        await arriveAtKiosk(context, { office_id, id: request.params.id })
        return reply.code(204).send()
      },
    )

    app.post(
      '/devices/kiosk/tickets',
      { schema: { body: deskGive, response: { 201: paperNumber } } },
      async (request, reply) => {
        const { office_id } = requireDevice(request, 'kiosk')
        return reply.code(201).send(await giveKioskNumber(context, { ...request.body, office_id }))
      },
    )
  }
