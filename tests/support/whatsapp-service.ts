import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WhatsappSettings } from '#server/settings/settings.ts'
import { waitFor } from './wait-for.ts'

/** A request that was taken, as the real service would understand it. */
export interface TakenMessage {
  /** As it is named there; the number can be read from it, as from a real one. */
  wamid: string
  to: string
  template: string
  locale: string
  /** What stands for {{1}}, {{2}} … */
  parameters: string[]
  /** What the template's button copies. */
  copied: string | null
  /** Ours, said back with everything that is told of the message. */
  callbackData: string | null
}

/** A fault as the real service answers it: its HTTP status and its own code. */
export interface ApiFault {
  status: number
  code: number
  retryAfterS?: number
}

/** As the real ones, of which none may be sent that was not approved, in that language. */
interface Template {
  category: 'UTILITY' | 'AUTHENTICATION'
  locales: readonly string[]
  parameters: number
  copiesCode: boolean
}

const TOKEN = 'EAAtests-of-numerito'
const PHONE_ID = '106540352242922'
const APP_SECRET = 'the secret of the tests’ own app'
export const VERIFY_TOKEN = 'the-word-of-the-tests'
const LOCALES = ['es', 'en', 'pt_BR']
const TEMPLATES: Record<string, Template> = {
  numerito_call: { category: 'UTILITY', locales: LOCALES, parameters: 4, copiesCode: false },
  numerito_code: { category: 'AUTHENTICATION', locales: LOCALES, parameters: 1, copiesCode: true },
}

/** What becomes of the next requests: taken, refused so, never answered, or taken and the answer lost. */
type Conduct = 'take' | 'hang' | 'lose-answer' | ApiFault

export type StatusName = 'sent' | 'delivered' | 'read' | 'failed'

export interface WhatsappService {
  /** For a server that is to use it. */
  settings: WhatsappSettings
  /** Oldest first. */
  taken: readonly TakenMessage[]
  /** What it refused, and why: in the words of the real one's code. */
  refused: readonly { code: number; reason: string }[]
  /** Requests that reached it, whatever became of them. */
  asked(): number
  behave(conduct: Conduct): void
  /** The service is away: nothing listens there. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
  waitForMessage(fits?: (message: TakenMessage) => boolean): Promise<TakenMessage>
  /** What it would tell a webhook of a message. */
  notification(message: TakenMessage, status: StatusName, more?: object): string
  /** As its header X-Hub-Signature-256 says it. */
  signatureOf(body: string, secret?: string): string
  /** Tells the server, signed. */
  tell(webhook: string, message: TakenMessage, status: StatusName, more?: object): Promise<Response>
  stop(): Promise<void>
}

const isRecord = (thing: unknown): thing is Record<string, unknown> =>
  typeof thing === 'object' && thing !== null && !Array.isArray(thing)

class Refused extends Error {
  readonly status: number
  readonly code: number
  constructor(status: number, code: number, reason: string) {
    super(reason)
    this.status = status
    this.code = code
  }
}

/** The texts of one component. @throws Refused */
function textsOf(component: unknown): string[] {
  const parameters = isRecord(component) ? component.parameters : undefined
  if (!Array.isArray(parameters)) throw new Refused(400, 131008, 'a component has no parameters')
  return parameters.map(parameter => {
    if (!isRecord(parameter) || parameter.type !== 'text' || typeof parameter.text !== 'string')
      throw new Refused(400, 131009, 'a parameter is no text')
    if (parameter.text === '') throw new Refused(400, 131008, 'a parameter is empty')
    if (/[\n\t]| {5}/.test(parameter.text)) throw new Refused(400, 132018, 'a parameter has line breaks')
    return parameter.text
  })
}

/** Judges a template message as strictly as the real service does. @throws Refused */
function read(said: unknown): Omit<TakenMessage, 'wamid'> {
  if (!isRecord(said) || said.messaging_product !== 'whatsapp')
    throw new Refused(400, 100, 'messaging_product must be whatsapp')
  if (said.type !== 'template' || !isRecord(said.template))
    throw new Refused(400, 131047, 'outside the 24 hours only a template may be sent')
  const { to, biz_opaque_callback_data: callbackData } = said
  if (typeof to !== 'string' || !/^\+?[1-9]\d{7,14}$/.test(to))
    throw new Refused(400, 131009, 'to is no number with its country')
  if (callbackData !== undefined && (typeof callbackData !== 'string' || callbackData.length > 512))
    throw new Refused(400, 131009, 'biz_opaque_callback_data is no short text')
  const { name, language, components } = said.template
  const template = typeof name === 'string' ? TEMPLATES[name] : undefined
  const locale = isRecord(language) ? language.code : undefined
  if (!template || typeof locale !== 'string' || !template.locales.includes(locale))
    throw new Refused(404, 132001, `no template ${String(name)} in ${String(locale)}`)
  if (!Array.isArray(components)) throw new Refused(400, 131008, 'components are missing')
  const bodies = components.filter(component => isRecord(component) && component.type === 'body')
  const buttons = components.filter(component => isRecord(component) && component.type === 'button')
  if (bodies.length !== 1 || bodies.length + buttons.length !== components.length)
    throw new Refused(400, 132012, 'the components are others than the template’s')
  const parameters = textsOf(bodies[0])
  if (parameters.length !== template.parameters)
    throw new Refused(400, 132000, `${parameters.length} parameters for ${template.parameters}`)
  if (buttons.length !== (template.copiesCode ? 1 : 0)) throw new Refused(400, 132012, 'wrong buttons')
  const [button] = buttons
  if (button && (button.sub_type !== 'url' || button.index !== '0'))
    throw new Refused(400, 132012, 'the code’s button is a url at index 0')
  const [copied = null] = button ? textsOf(button) : []
  if (template.copiesCode && copied !== parameters[0])
    throw new Refused(400, 132012, 'the button copies another code')
  return {
    to,
    template: name as string,
    locale,
    parameters,
    copied,
    callbackData: callbackData ?? null,
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** @throws Refused */
function judge(request: IncomingMessage, body: string): Omit<TakenMessage, 'wamid'> {
  const [, phoneId] = /^\/v\d+\.\d+\/(\d+)\/messages$/.exec(request.url ?? '') ?? []
  if (request.method !== 'POST' || phoneId === undefined)
    throw new Refused(404, 2500, `unknown path ${request.method} ${request.url}`)
  if (request.headers.authorization !== `Bearer ${TOKEN}`)
    throw new Refused(401, 190, 'the access token is none')
  if (phoneId !== PHONE_ID) throw new Refused(400, 33, 'there is no such sending number')
  if (request.headers['content-type'] !== 'application/json') throw new Refused(400, 100, 'not JSON')
  let said: unknown
  try {
    said = JSON.parse(body)
  } catch {
    throw new Refused(400, 100, 'not JSON')
  }
  return read(said)
}

const errorBody = (code: number, reason: string) => ({
  error: {
    message: `(#${code}) ${reason}`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details: reason },
    fbtrace_id: 'Atests',
  },
})

/**
 * A WhatsApp Business Cloud API of the tests' own, on a free port of 127.0.0.1: it takes what the real one
 * would take, refuses what that would refuse, in the same shapes, and signs what it tells.
 */
export async function startWhatsappService(): Promise<WhatsappService> {
  const taken: TakenMessage[] = []
  const refused: { code: number; reason: string }[] = []
  let conduct: Conduct = 'take'
  let asked = 0

  const server = createServer((request, response) => {
    const say = (status: number, body: object, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
        .end(JSON.stringify(body))
    async function answer() {
      const body = await textOf(request)
      asked += 1
      if (conduct === 'hang') return
      if (typeof conduct === 'object') {
        const { status, code, retryAfterS } = conduct
        return say(status, errorBody(code, 'as the test says'), {
          ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
        })
      }
      try {
        const message = judge(request, body)
        // As the real ones: base64 of what holds the number.
        const wamid = `wamid.${Buffer.from(`\u001c\u0018${message.to.replace('+', '')}\u0015${randomBytes(8).toString('hex')}`).toString('base64')}`
        taken.push({ wamid, ...message })
        if (conduct === 'lose-answer') return request.socket.destroy()
        return say(200, {
          messaging_product: 'whatsapp',
          contacts: [{ input: message.to, wa_id: message.to.replace('+', '') }],
          messages: [{ id: wamid, message_status: 'accepted' }],
        })
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        refused.push({ code: error.code, reason: error.message })
        return say(error.status, errorBody(error.code, error.message))
      }
    }
    answer().catch(error => response.destroy(error))
  })
  const listen = (port: number) =>
    new Promise<void>(resolve => void server.listen(port, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>(resolve => void server.close(() => resolve()))
  }
  await listen(0)
  const { port } = server.address() as AddressInfo

  const signatureOf: WhatsappService['signatureOf'] = (body, secret = APP_SECRET) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

  const notification: WhatsappService['notification'] = (message, status, more = {}) =>
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '102290129340398',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '15550783881', phone_number_id: PHONE_ID },
                statuses: [
                  {
                    id: message.wamid,
                    status,
                    timestamp: '1750857384',
                    recipient_id: message.to.replace('+', ''),
                    ...(message.callbackData !== null && {
                      biz_opaque_callback_data: message.callbackData,
                    }),
                    ...((status === 'sent' || status === 'delivered') && {
                      pricing: {
                        billable: true,
                        pricing_model: 'PMP',
                        type: 'regular',
                        category: TEMPLATES[message.template]?.category.toLowerCase(),
                      },
                    }),
                    ...(status === 'failed' && {
                      errors: [{ code: 131026, title: 'Message undeliverable' }],
                    }),
                    ...more,
                  },
                ],
              },
            },
          ],
        },
      ],
    })

  return {
    settings: {
      api: `http://127.0.0.1:${port}/v23.0`,
      token: TOKEN,
      phoneId: PHONE_ID,
      appSecret: APP_SECRET,
      verifyToken: VERIFY_TOKEN,
      templates: { call: 'numerito_call', code: 'numerito_code' },
      hourly: 500,
    },
    taken,
    refused,
    asked: () => asked,
    behave(wished) {
      conduct = wished
    },
    goDown: close,
    comeBack: () => listen(port),
    waitForMessage: (fits = () => true) => waitFor('a WhatsApp message', () => taken.find(fits)),
    notification,
    signatureOf,
    async tell(webhook, message, status, more) {
      const body = notification(message, status, more)
      return await fetch(webhook, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(body) },
        body,
      })
    },
    async stop() {
      if (server.listening) await close()
    },
  }
}
