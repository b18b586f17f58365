import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { Routes } from '#server/web/app.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { hearStatuses } from './hear-statuses.ts'
import type { WhatsappContext } from './whatsapp-context.ts'

const PATH = '/whatsapp/webhook'
/** As much as WhatsApp tells in one go. */
const BODY_LIMIT_BYTES = 3 * 1_024 * 1_024
const SIGNATURE = /^sha256=([0-9a-f]{64})$/

const handshake = v.object({
  'hub.mode': v.optional(v.string()),
  'hub.verify_token': v.optional(v.pipe(v.string(), v.maxLength(1_000))),
  'hub.challenge': v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,200}$/))),
})

const sha256 = (text: string) => createHash('sha256').update(text).digest()
/** In the same time, wherever they differ, and however long they are. */
const isSame = (a: string, b: string) => timingSafeEqual(sha256(a), sha256(b))

/** @throws Refusal forbidden where it is not signed, or by another */
function demandSignature(body: Buffer, said: string | string[] | undefined, appSecret: string): void {
  const [, hex] = SIGNATURE.exec(String(said ?? '')) ?? []
  const own = createHmac('sha256', appSecret).update(body).digest()
  if (hex === undefined || !timingSafeEqual(own, Buffer.from(hex, 'hex')))
    throw new Refusal('forbidden', 403, 'the signature is another')
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refusal('bad-request', 400, 'this is no JSON')
  }
}

/**
 * Where WhatsApp tells what became of messages. It stands open to everybody, so the signature is looked at
 * before anything else is; it is of the body as it came, to the byte.
 * @param context null where WhatsApp is not configured: there is nothing there
 */
export const whatsappWebhook =
  (context: WhatsappContext | null): Routes =>
  app => {
    app.removeContentTypeParser('application/json')
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    )

    app.get(PATH, { schema: { querystring: handshake } }, async (request, reply) => {
      const verifyToken = context?.settings.verifyToken ?? null
      if (verifyToken === null) throw notFound('the webhook')
      const { 'hub.mode': mode, 'hub.verify_token': said, 'hub.challenge': challenge } = request.query
      if (mode !== 'subscribe' || challenge === undefined || !isSame(said ?? '', verifyToken))
        throw new Refusal('forbidden', 403, 'the word is another')
      return reply.type('text/plain').send(challenge)
    })

    app.post(PATH, async (request, reply) => {
      if (!context || context.settings.appSecret === null) throw notFound('the webhook')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      demandSignature(body, request.headers['x-hub-signature-256'], context.settings.appSecret)
      await hearStatuses(context, parseJson(body))
      return reply.code(200).send()
    })
  }
