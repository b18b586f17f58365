import * as v from 'valibot'
import type { Environment } from '#contract/bases.ts'
import type { ServiceHosts } from '#contract/service-hosts.ts'
import type { TracingSettings } from '#server/platform/tracing.ts'
import { type ProviderSettings, providersOf } from './provider-settings.ts'
import { isPublicContact, settingSchemas } from './setting-schemas.ts'
import { SETTINGS, type SettingName } from './setting-table.ts'
import { readTls, type Tls } from './tls-files.ts'

/** The WhatsApp Business Cloud API, and how much of it. */
export interface WhatsappSettings {
  /** With its version, without a closing slash. */
  api: string
  token: string
  phoneId: string
  /** Null: nothing that is told is believed. */
  appSecret: string | null
  verifyToken: string | null
  templates: { call: string; code: string }
  /** Messages within an hour. */
  hourly: number
}

export interface Settings {
  port: number
  host: string
  dataDirectory: string
  /** Null for the embedded database. */
  databaseUrl: string | null
  demo: boolean
  /** Null where the first start makes one in the data directory. */
  secret: Uint8Array | null
  /** Empty where the origin follows from the port. */
  origins: readonly string[]
  /** Empty where all stand at the origin that served the page. */
  services: ServiceHosts
  tls: Tls | null
  proxyHops: number
  push: { contact: string; hosts: readonly string[] }
  /** Private networks to which webhooks may post. */
  webhookNetworks: readonly string[]
  /** Null where no mail server is named. */
  mail: { url: string; from: string } | null
  /** Null where it is not configured: nothing of it is offered then. */
  whatsapp: WhatsappSettings | null
  video: { stun: readonly string[]; turn: readonly string[]; turnSecret: string | null }
  /** Who may be asked who somebody is, in the order in which they are offered. */
  providers: readonly ProviderSettings[]
  /** For how many days. */
  keep: { peopleDays: number; factsDays: number; turnsDays: number }
  environment: Environment
  /** Whether browsers are served the worker that takes the service worker back. */
  withdrawsWorker: boolean
  logLevel: string
  /** Null where nobody collects traces. */
  tracing: TracingSettings | null
}

export interface SettingFault {
  name: SettingName
  fault: string
}

/** Everything that is wrong with the settings, not the first thing only. */
export class SettingFaults extends Error {
  readonly faults: readonly SettingFault[]

  constructor(faults: readonly SettingFault[]) {
    super(`the settings do not do:\n${faults.map(({ name, fault }) => `  ${name} ${fault}`).join('\n')}`)
    this.name = 'SettingFaults'
    this.faults = faults
  }
}

const NO_CONTACT = 'mailto:numerito@example.com'

type Variables = Readonly<Record<string, string | undefined>>

/** An empty variable is an unset one: that is how compose files and unit files leave things out. */
function givenIn(environment: Variables): Partial<Record<SettingName, string>> {
  const given: Partial<Record<SettingName, string>> = {}
  for (const { name } of SETTINGS) {
    const value = environment[name]?.trim()
    if (value) given[name] = value
  }
  return given
}

/** A bit more than a year, so that somebody can compare a day with the same one a year before. */
const KEPT_DAYS = 400

/** Turns are kept for as long as the log that speaks of them: what is not told follows the other. */
function keptDays(
  {
    NUMERITO_KEEP_PEOPLE_DAYS: peopleDays,
    NUMERITO_KEEP_FACTS_DAYS: facts,
    NUMERITO_KEEP_TURNS_DAYS: turns,
  }: v.InferOutput<typeof settingSchemas>,
  fault: (name: SettingName, text: string) => void,
): Settings['keep'] {
  const turnsDays = turns ?? Math.max(KEPT_DAYS, facts ?? 0)
  const factsDays = facts ?? Math.min(KEPT_DAYS, turnsDays)
  if (factsDays > turnsDays)
    fault(
      'NUMERITO_KEEP_TURNS_DAYS',
      'must not be fewer than NUMERITO_KEEP_FACTS_DAYS: no day can be replayed whose turns are gone',
    )
  return { peopleDays, factsDays, turnsDays }
}

/**
 * @param readFile reads a certificate's file; throws where it cannot
 * @throws SettingFaults naming every fault
 */
export function readSettings(environment: Variables, readFile: (path: string) => string): Settings {
  const given = givenIn(environment)
  const faults: SettingFault[] = []
  const fault = (name: SettingName, text: string) => void faults.push({ name, fault: text })

  const parsed = v.safeParse(settingSchemas, given)
  for (const issue of parsed.issues ?? []) {
    fault(issue.path?.[0].key as SettingName, issue.message)
  }
  if (given.DATABASE_URL && !given.NUMERITO_SECRET) {
    fault('NUMERITO_SECRET', 'is needed with DATABASE_URL: every server must have the same')
  }
  if (given.NUMERITO_TURN_URLS && !given.NUMERITO_TURN_SECRET) {
    fault('NUMERITO_TURN_SECRET', 'is needed with NUMERITO_TURN_URLS: the TURN server lets nobody in without')
  }
  if (given.NUMERITO_TURN_SECRET && !given.NUMERITO_TURN_URLS) {
    fault('NUMERITO_TURN_URLS', 'is needed with NUMERITO_TURN_SECRET')
  }
  if (given.NUMERITO_SMTP_URL && !given.NUMERITO_MAIL_FROM) {
    fault('NUMERITO_MAIL_FROM', 'is needed with NUMERITO_SMTP_URL: an e-mail comes from somebody')
  }
  if (given.NUMERITO_MAIL_FROM && !given.NUMERITO_SMTP_URL) {
    fault('NUMERITO_SMTP_URL', 'is needed with NUMERITO_MAIL_FROM')
  }
  const [token, phoneId] = [given.NUMERITO_WHATSAPP_TOKEN, given.NUMERITO_WHATSAPP_PHONE_ID]
  if (token && !phoneId) fault('NUMERITO_WHATSAPP_PHONE_ID', 'is needed with NUMERITO_WHATSAPP_TOKEN')
  if (phoneId && !token) fault('NUMERITO_WHATSAPP_TOKEN', 'is needed with NUMERITO_WHATSAPP_PHONE_ID')
  const tls = readTls({ cert: given.NUMERITO_TLS_CERT, key: given.NUMERITO_TLS_KEY }, readFile, fault)

  const providers = parsed.success ? providersOf(parsed.output, fault) : []
  const keep = parsed.success ? keptDays(parsed.output, fault) : null

  if (!parsed.success || !keep || faults.length > 0) throw new SettingFaults(faults)
  const values = parsed.output
  const origins = values.NUMERITO_ORIGIN
  return {
    port: values.PORT,
    host: values.HOST,
    dataDirectory: values.NUMERITO_DATA,
    databaseUrl: values.DATABASE_URL ?? null,
    demo: values.NUMERITO_DEMO === 'on' && values.DATABASE_URL === undefined,
    secret: values.NUMERITO_SECRET ?? null,
    origins,
    services: values.NUMERITO_SERVICES,
    tls,
    proxyHops: values.NUMERITO_PROXY_HOPS,
    push: {
      contact: values.NUMERITO_PUSH_CONTACT ?? origins.find(isPublicContact) ?? NO_CONTACT,
      hosts: values.NUMERITO_PUSH_HOSTS,
    },
    webhookNetworks: values.NUMERITO_WEBHOOK_NETWORKS,
    whatsapp:
      token && phoneId
        ? {
            api: values.NUMERITO_WHATSAPP_API,
            token,
            phoneId,
            appSecret: values.NUMERITO_WHATSAPP_APP_SECRET ?? null,
            verifyToken: values.NUMERITO_WHATSAPP_VERIFY_TOKEN ?? null,
            templates: {
              call: values.NUMERITO_WHATSAPP_TEMPLATE_CALL,
              code: values.NUMERITO_WHATSAPP_TEMPLATE_CODE,
            },
            hourly: values.NUMERITO_WHATSAPP_HOURLY,
          }
        : null,
    video: {
      stun: values.NUMERITO_STUN_URLS,
      turn: values.NUMERITO_TURN_URLS,
      turnSecret: values.NUMERITO_TURN_SECRET ?? null,
    },
    mail:
      values.NUMERITO_SMTP_URL !== undefined && values.NUMERITO_MAIL_FROM !== undefined
        ? { url: values.NUMERITO_SMTP_URL, from: values.NUMERITO_MAIL_FROM }
        : null,
    providers,
    keep,
    environment: values.NUMERITO_ENVIRONMENT,
    withdrawsWorker: values.NUMERITO_WORKER === 'withdrawn',
    logLevel: values.NUMERITO_LOG,
    tracing:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
            ratio: values.OTEL_TRACES_SAMPLER_ARG,
            everyMs: values.OTEL_BSP_SCHEDULE_DELAY,
          },
  }
}
