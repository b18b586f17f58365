import * as v from 'valibot'
import { ENVIRONMENTS } from '#contract/bases.ts'
import { TEMPORARY_PERSON_KEPT_MS } from '#contract/limits.ts'
import { parseServiceHosts } from '#contract/service-hosts.ts'
import { networkOf } from '#server/platform/network.ts'
import { SECRET_BYTES } from '#server/secrets/protection.ts'

const WORKERS = ['on', 'withdrawn'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** More proxies than this in a row is a slip of the finger. */
const PROXY_HOPS_MAX = 10
const TRACES_EVERY_MOST_MS = 60_000
const PEOPLE_KEPT_DAYS = TEMPORARY_PERSON_KEPT_MS / (24 * 3_600_000)
const DAYS_MOST = 3_650

const wholeNumber = (most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,5}$/, `must be a whole number from 0 to ${most}`),
    v.transform(Number),
    v.maxValue(most, `must be a whole number from 0 to ${most}`),
  )

/** A number of days within bounds that have their reason. */
const days = (least: number, most: number, why: string) => {
  const fault = `must be a whole number of days from ${least} to ${most}: ${why}`
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,5}$/, fault),
    v.transform(Number),
    v.minValue(least, fault),
    v.maxValue(most, fault),
  )
}

const commaSeparated = v.pipe(
  v.string(),
  v.transform(text =>
    text
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== ''),
  ),
)

const isOrigin = (text: string) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}

const LOCAL_NAME = /^(localhost|.*\.(localhost|local|invalid))$/

/** Whether an address is one that a push service far away may be told. Apple answers 403 to any other. */
export function isPublicContact(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol === 'mailto:') {
    const [, domain] = /^[^@\s?]+@([^@\s?]+\.[^@\s?.]+)$/.exec(url.pathname) ?? []
    return domain !== undefined && !LOCAL_NAME.test(domain.toLowerCase())
  }
  return url?.protocol === 'https:' && url.hostname.includes('.') && !LOCAL_NAME.test(url.hostname)
}

const isPushHost = (text: string) => isOrigin(text) || /^\.?([a-z0-9-]+\.)+[a-z0-9-]+$/.test(text)

const isNetwork = (text: string) => networkOf(text) !== null

const HOST_AND_PORT = String.raw`([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?`
const STUN_URL = new RegExp(`^stuns?:${HOST_AND_PORT}$`, 'i')
const TURN_URL = new RegExp(`^turns?:${HOST_AND_PORT}(\\?transport=(udp|tcp))?$`, 'i')
const isStunUrl = (text: string) => STUN_URL.test(text)
const isTurnUrl = (text: string) => TURN_URL.test(text)

/** Secrets and codes go there: only a provider on the developer's own machine is spoken to in the clear. */
const isIssuer = (text: string) => {
  const url = URL.parse(text)
  if (url === null || url.search !== '' || url.hash !== '') return false
  const isOwnMachine = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOwnMachine)
}
const issuer = v.pipe(v.string(), v.check(isIssuer, 'must be an https:// address without query'))
const templateName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9_]{1,512}$/, 'must be small letters, digits and underscores'),
)

/** What is sent there has the token in it: in clear it goes to this machine alone. */
function isWhatsappApi(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^\/v\d+\.\d+$/.test(url.pathname) || url.search !== '' || url.hash !== '')
    return false
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)
}

/** What each variable must look like by itself. An absent one takes its fallback. */
export const settingSchemas = v.object({
  PORT: v.optional(wholeNumber(65_535), '4000'),
  HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an address or a host name')),
    'localhost',
  ),
  NUMERITO_DATA: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://'),
      v.check(text => URL.canParse(text), 'is not a URL'),
    ),
  ),
  NUMERITO_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.base64('must be base64'),
      v.transform((text): Uint8Array => Buffer.from(text, 'base64')),
      v.check(bytes => bytes.length === SECRET_BYTES, `must be ${SECRET_BYTES} bytes`),
    ),
  ),
  NUMERITO_ORIGIN: v.optional(
    v.pipe(
      commaSeparated,
      v.everyItem(
        isOrigin,
        'must be origins such as https://numerito.example, without path or closing slash',
      ),
    ),
    '',
  ),
  NUMERITO_SERVICES: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const hosts = parseServiceHosts(dataset.value)
        if (hosts !== null) return hosts
        addIssue({
          message:
            'must be an origin such as https://services.example, or names of services with theirs: login=https://…, socket=https://…',
        })
        return NEVER
      }),
    ),
    '',
  ),
  NUMERITO_TLS_CERT: v.optional(v.string()),
  NUMERITO_TLS_KEY: v.optional(v.string()),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^https?:\/\//, 'must begin with http:// or https://'),
      v.check(text => URL.canParse(text), 'is not a URL'),
    ),
  ),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(0|1|0?\.\d{1,9}|1\.0+)$/, 'must be a number from 0 to 1'),
      v.transform(Number),
    ),
    '1',
  ),
  OTEL_BSP_SCHEDULE_DELAY: v.optional(wholeNumber(TRACES_EVERY_MOST_MS), '5000'),
  NUMERITO_PROXY_HOPS: v.optional(wholeNumber(PROXY_HOPS_MAX), '0'),
  NUMERITO_DEMO: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  NUMERITO_PUSH_CONTACT: v.optional(
    v.pipe(v.string(), v.check(isPublicContact, 'must be a mailto: or https: address that is not local')),
  ),
  NUMERITO_PUSH_HOSTS: v.optional(
    v.pipe(commaSeparated, v.everyItem(isPushHost, 'must be hosts, domains with a leading dot, or origins')),
    '',
  ),
  NUMERITO_WEBHOOK_NETWORKS: v.optional(
    v.pipe(commaSeparated, v.everyItem(isNetwork, 'must be addresses, or networks such as 192.168.10.0/24')),
    '',
  ),
  NUMERITO_STUN_URLS: v.optional(
    v.pipe(commaSeparated, v.everyItem(isStunUrl, 'must be addresses such as stun:stun.example:3478')),
    '',
  ),
  NUMERITO_TURN_URLS: v.optional(
    v.pipe(
      commaSeparated,
      v.everyItem(isTurnUrl, 'must be addresses such as turn:turn.example:3478?transport=udp'),
    ),
    '',
  ),
  NUMERITO_TURN_SECRET: v.optional(v.string()),
  NUMERITO_SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'),
      v.check(text => URL.canParse(text), 'is not a URL'),
    ),
  ),
  NUMERITO_MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^([^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'must be an e-mail address'),
    ),
  ),
  NUMERITO_GOOGLE_ID: v.optional(v.string()),
  NUMERITO_GOOGLE_SECRET: v.optional(v.string()),
  NUMERITO_GOOGLE_ISSUER: v.optional(issuer, 'https://accounts.google.com'),
  NUMERITO_FACEBOOK_ID: v.optional(v.string()),
  NUMERITO_FACEBOOK_SECRET: v.optional(v.string()),
  NUMERITO_FACEBOOK_ISSUER: v.optional(issuer, 'https://www.facebook.com'),
  NUMERITO_MICROSOFT_ID: v.optional(v.string()),
  NUMERITO_MICROSOFT_SECRET: v.optional(v.string()),
  NUMERITO_MICROSOFT_ISSUER: v.optional(issuer, 'https://login.microsoftonline.com/common/v2.0'),
  NUMERITO_DOCUMENT_ISSUER: v.optional(issuer),
  NUMERITO_DOCUMENT_ID: v.optional(v.string()),
  NUMERITO_DOCUMENT_SECRET: v.optional(v.string()),
  NUMERITO_DOCUMENT_CLAIM: v.optional(v.string()),
  NUMERITO_DOCUMENT_TYPE: v.optional(v.picklist(['rut', 'dni'], 'must be rut or dni'), 'rut'),
  NUMERITO_DOCUMENT_SCOPE: v.optional(
    v.pipe(v.string(), v.regex(/^openid( [\w.:/-]+)*$/, 'must be openid and more, with blanks between')),
    'openid profile email',
  ),
  NUMERITO_DOCUMENT_LABEL: v.optional(v.pipe(v.string(), v.maxLength(40, 'must fit a button'))),
  NUMERITO_WHATSAPP_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/, 'must be one word'))),
  NUMERITO_WHATSAPP_PHONE_ID: v.optional(v.pipe(v.string(), v.regex(/^\d{1,30}$/, 'must be digits'))),
  NUMERITO_WHATSAPP_APP_SECRET: v.optional(v.string()),
  NUMERITO_WHATSAPP_VERIFY_TOKEN: v.optional(v.string()),
  NUMERITO_WHATSAPP_TEMPLATE_CALL: v.optional(templateName, 'numerito_call'),
  NUMERITO_WHATSAPP_TEMPLATE_CODE: v.optional(templateName, 'numerito_code'),
  NUMERITO_WHATSAPP_API: v.optional(
    v.pipe(
      v.string(),
      v.check(isWhatsappApi, 'must be an https: address that ends with a version, such as /v23.0'),
    ),
    'https://graph.facebook.com/v23.0',
  ),
  NUMERITO_WHATSAPP_HOURLY: v.optional(wholeNumber(99_999), '500'),
  NUMERITO_KEEP_PEOPLE_DAYS: v.optional(
    days(1, PEOPLE_KEPT_DAYS, `people accept a policy that promises ${PEOPLE_KEPT_DAYS} at most`),
    String(PEOPLE_KEPT_DAYS),
  ),
  NUMERITO_KEEP_FACTS_DAYS: v.optional(
    days(2, DAYS_MOST, 'phones and webhooks that were away catch up by the facts of two days'),
  ),
  NUMERITO_KEEP_TURNS_DAYS: v.optional(
    days(90, DAYS_MOST, 'whoever complains of a turn does so within some months'),
  ),
  NUMERITO_ENVIRONMENT: v.optional(
    v.picklist(ENVIRONMENTS, `must be one of ${ENVIRONMENTS.join(', ')}`),
    'prod',
  ),
  NUMERITO_WORKER: v.optional(v.picklist(WORKERS, `must be one of ${WORKERS.join(', ')}`), 'on'),
  NUMERITO_LOG: v.optional(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'warn'),
})
