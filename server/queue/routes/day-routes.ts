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
import { freezeLine } from '../desk/freeze-line.ts'
import type { QueueContext } from '../queue-context.ts'
import { doneAtDesk } from './done-at-desk.ts'

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
    const close = (at: AtDesk, line_id: number | null, wish: DeskClosing) =>
      wish.closed
        ? closeLines(context, { ...at, line_id, waiting: wish.waiting })
        : reopenLines(context, { ...at, line_id })

    app.post(
      '/offices/:id/break',
      { schema: { params: byOffice, body: deskBreak, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          takeBreak(context, { ...at, minutes: request.body.minutes }),
        ),
    )

    app.post(
      '/offices/:id/help',
      { schema: { params: byOffice, body: deskHelp, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          askHelp(context, { ...at, asks: request.body.asks }),
        ),
    )

    app.post(
      '/offices/:id/modulos/:moduloId/help',
      { schema: { params: byModulo, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          answerHelp(context, { ...at, modulo_id: request.params.moduloId }),
        ),
    )

    app.post(
      '/offices/:id/frozen',
      { schema: { params: byOffice, body: deskFreeze, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          freezeLine(context, { ...at, line_id: null, ...request.body }),
        ),
    )

    app.post(
      '/offices/:id/closed',
      { schema: { params: byOffice, body: deskClosing, response: answers } },
      request => doneAtDesk(context, request, request.params.id, at => close(at, null, request.body)),
    )

    app.post(
      '/offices/:id/lines/:lineId/closed',
      { schema: { params: byLine, body: deskClosing, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at => close(at, request.params.lineId, request.body)),
    )

    app.get(
      '/offices/:id/messages',
      { ...keptNowhere, schema: { params: byOffice, response: { 200: deskMessages } } },
      async request => {
        const { office_id } = await clerkAt(context, request, request.params.id)
        return { messages: await officeMessages(context.database.db, office_id) }
      },
    )

    app.post(
      '/offices/:id/messages',
      { schema: { params: byOffice, body: deskMessage, response: answers } },
      request =>
        doneAtDesk(context, request, request.params.id, at =>
          sendMessage(context, { ...at, ...request.body }),
        ),
    )
  }
