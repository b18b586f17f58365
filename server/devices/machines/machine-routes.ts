import type { FastifyRequest } from 'fastify'
import { MACHINE_TOKEN_MS } from '#contract/limits.ts'
import {
  machineCalls as machineCallsAnswer,
  machineCallsQuery,
  machineNumber,
  machineState as machineStateAnswer,
  machineWish,
} from '#contract/rest/machines.ts'
import type { Routes } from '#server/web/app.ts'
import { type MachineCaller, requireMachine } from '#server/web/caller.ts'
import { keptNowhere } from '#server/web/kept-for.ts'
import type { DevicesContext } from '../devices-context.ts'
import { giveKioskNumber } from '../give-kiosk-number.ts'
import { noteSeen } from '../note-seen.ts'
import { machineCalls } from './machine-calls.ts'
import { machineState } from './machine-state.ts'

/** A section of the API's page by itself, for whoever writes such a machine. */
const documented = { tags: ['machines'], security: [{ machine: [] }] }

/** What the office's own machines do: dispensers of numbers, signage systems. */
export const machineRoutes =
  (context: DevicesContext): Routes =>
  app => {
    async function machine(request: FastifyRequest, does: 'look' | 'give'): Promise<MachineCaller> {
      const caller = requireMachine(request, does)
      await noteSeen(context, caller, MACHINE_TOKEN_MS)
      return caller
    }

    app.get(
      '/machine/state',
      { ...keptNowhere, schema: { ...documented, response: { 200: machineStateAnswer } } },
      async request => await machineState(context, await machine(request, 'look')),
    )

    app.get(
      '/machine/calls',
      {
        ...keptNowhere,
        schema: { ...documented, querystring: machineCallsQuery, response: { 200: machineCallsAnswer } },
      },
      async request => await machineCalls(context, await machine(request, 'look'), request.query.after),
    )

    app.post(
      '/machine/numbers',
      { ...keptNowhere, schema: { ...documented, body: machineWish, response: { 201: machineNumber } } },
      async (request, reply) => {
        const { office_id } = await machine(request, 'give')
        const { secret, ...number } = await giveKioskNumber(context, { ...request.body, office_id })
        const address = new URL(`/n/${secret}`, context.origins[0]).href
        return reply.code(201).send({ ...number, address })
      },
    )
  }
