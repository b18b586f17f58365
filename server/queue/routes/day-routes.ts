import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { idFromText } from '#contract/primitives.ts'
import {
  deskBreak,
  deskClosing,
  deskFreeze,
  deskHelp,
  deskMessage,
  deskMessages,
  type DeskClosing,
} from '#contract/rest/desk-day.ts'
import { deskState as deskStateAnswer } from '#contract/rest/desk.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { clerkAt } from '#server/facts/at-office.ts'
import type { Routes } from '#server/web/app.ts'
import { keptNowhere } from '#server/web/kept-for.ts'
import { answerHelp } from '../day/answer-help.ts'
import { askHelp } from '../day/ask-help.ts'
import { closeLines, reopenLines } from '../day/close-lines.ts'
import { officeMessages } from '../day/office-messages.ts'
import { sendMessage } from '../day/send-message.ts'
import { takeBreak } from '../day/take-break.ts'
import { deskState } from '../call/desk-state.ts'
import { freezeLine } from '../desk/freeze-line.ts'
import type { QueueContext } from '../queue-context.ts'

const byOffice = v.object({ id: idFromText })
const byLine = v.object({ id: idFromText, lineId: idFromText })
const byModulo = v.object({ id: idFromText, moduloId: idFromText })
const answers = { 200: deskStateAnswer }

/**
 * How the day goes at a desk: breaks, help, lines that rest or close, what those who wait are told. Each
 * answers what the clerk sees then. An office of others is an office that does not exist.
 */
export const dayRoutes =
  (context: QueueContext): Routes =>
  app => {
    const atDesk = (request: FastifyRequest, officeId: number) => clerkAt(context, request, officeId)

    async function close(at: AtDesk, line_id: number | null, wish: DeskClosing) {
      if (wish.closed) await closeLines(context, { ...at, line_id, waiting: wish.waiting })
      else await reopenLines(context, { ...at, line_id })
      return await deskState(context, at)
    }

    app.post(
      '/offices/:id/break',
      { schema: { params: byOffice, body: deskBreak, response: answers } },
      async request => {
        const at = await atDesk(request, request.params.id)
        await takeBreak(context, { ...at, minutes: request.body.minutes })
        return await deskState(context, at)
      },
    )

    app.post(
      '/offices/:id/help',
      { schema: { params: byOffice, body: deskHelp, response: answers } },
      async request => {
        const at = await atDesk(request, request.params.id)
        await askHelp(context, { ...at, asks: request.body.asks })
        return await deskState(context, at)
      },
    )

    app.post(
      '/offices/:id/modulos/:moduloId/help',
      { schema: { params: byModulo, response: answers } },
      async request => {
        const at = await atDesk(request, request.params.id)
        await answerHelp(context, { ...at, modulo_id: request.params.moduloId })
        return await deskState(context, at)
      },
    )

    app.post(
      '/offices/:id/frozen',
      { schema: { params: byOffice, body: deskFreeze, response: answers } },
      async request => {
        const at = await atDesk(request, request.params.id)
        await freezeLine(context, { ...at, line_id: null, ...request.body })
        return await deskState(context, at)
      },
    )

    app.post(
      '/offices/:id/closed',
      { schema: { params: byOffice, body: deskClosing, response: answers } },
      async request => close(await atDesk(request, request.params.id), null, request.body),
    )

    app.post(
      '/offices/:id/lines/:lineId/closed',
      { schema: { params: byLine, body: deskClosing, response: answers } },
      async request => close(await atDesk(request, request.params.id), request.params.lineId, request.body),
    )

    app.get(
      '/offices/:id/messages',
      { ...keptNowhere, schema: { params: byOffice, response: { 200: deskMessages } } },
      async request => {
        const { office_id } = await atDesk(request, request.params.id)
        return { messages: await officeMessages(context.database.db, office_id) }
      },
    )

    app.post(
      '/offices/:id/messages',
      { schema: { params: byOffice, body: deskMessage, response: answers } },
      async request => {
        const at = await atDesk(request, request.params.id)
        await sendMessage(context, { ...at, ...request.body })
        return await deskState(context, at)
      },
    )
  }
