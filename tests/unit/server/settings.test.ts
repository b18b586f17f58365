import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SECRET_BYTES } from '#server/secrets/protection.ts'
import { SETTINGS, settingTable } from '#server/settings/setting-table.ts'
import { readSettings, SettingFaults, type Settings } from '#server/settings/settings.ts'
import { makeSelfSignedCertificate } from '#tests/support/self-signed-certificate.ts'

const files = new Map<string, string>()
const read = (environment: Record<string, string>): Settings =>
  readSettings(environment, path => {
    const text = files.get(path)
    if (text === undefined) throw new Error(`ENOENT ${path}`)
    return text
  })

function faultsOf(environment: Record<string, string>): string[] {
  try {
    read(environment)
  } catch (error) {
    if (error instanceof SettingFaults) return error.faults.map(({ name, fault }) => `${name} ${fault}`)
    throw error
  }
  return []
}

const SECRET = Buffer.alloc(SECRET_BYTES, 1).toString('base64')
const DATABASE_URL = 'postgresql://numerito:secret@db.example/numerito'

describe('settings', () => {
  it('nothing set is a good start', () => {
    expect(read({})).toEqual({
      port: 4000,
      host: 'localhost',
      dataDirectory: './data',
      databaseUrl: null,
      demo: true,
      secret: null,
      origins: [],
      services: {},
      tls: null,
      proxyHops: 0,
      push: { contact: 'mailto:numerito@example.com', hosts: [] },
      webhookNetworks: [],
      mail: null,
      whatsapp: null,
      video: { stun: [], turn: [], turnSecret: null },
      providers: [],
      environment: 'prod',
      keep: { peopleDays: 30, factsDays: 400, turnsDays: 400 },
      withdrawsWorker: false,
      logLevel: 'warn',
      tracing: null,
    })
  })

  it('an empty variable is an unset one', () => {
    expect(read({ PORT: '', NUMERITO_DEMO: ' ', NUMERITO_ORIGIN: '' })).toEqual(read({}))
  })

  it('everything can be set', () => {
    const { cert, key } = makeSelfSignedCertificate()
    files.set('/cert.pem', cert).set('/key.pem', key)
    expect(
      read({
        PORT: '0',
        HOST: '0.0.0.0',
        NUMERITO_DATA: '/var/lib/numerito',
        DATABASE_URL,
        NUMERITO_SECRET: SECRET,
        NUMERITO_ORIGIN: 'https://numerito.example, http://localhost:4000',
        NUMERITO_SERVICES: 'https://services.example,socket=https://sockets.example',
        NUMERITO_TLS_CERT: '/cert.pem',
        NUMERITO_TLS_KEY: '/key.pem',
        NUMERITO_PROXY_HOPS: '2',
        NUMERITO_PUSH_CONTACT: 'mailto:operator@numerito.example',
        NUMERITO_PUSH_HOSTS: 'push.example,.push.example,http://127.0.0.1:8080',
        NUMERITO_WEBHOOK_NETWORKS: '192.168.10.0/24, fd00:1::/64, 10.0.0.7',
        NUMERITO_STUN_URLS: 'stun:stun.example',
        NUMERITO_TURN_URLS: 'turn:turn.example:3478?transport=udp,turns:[2001:db8::1]:5349',
        NUMERITO_TURN_SECRET: 'a secret of coturn',
        NUMERITO_SMTP_URL: 'smtps://user:pass@mail.example:465',
        NUMERITO_MAIL_FROM: 'Numerito <avisos@numerito.example>',
        NUMERITO_WHATSAPP_TOKEN: 'EAAtoken',
        NUMERITO_WHATSAPP_PHONE_ID: '106540352242922',
        NUMERITO_WHATSAPP_APP_SECRET: 'a secret of the app',
        NUMERITO_WHATSAPP_VERIFY_TOKEN: 'a word',
        NUMERITO_WHATSAPP_TEMPLATE_CALL: 'office_call',
        NUMERITO_WHATSAPP_TEMPLATE_CODE: 'office_code',
        NUMERITO_WHATSAPP_API: 'https://graph.example/v24.0',
        NUMERITO_WHATSAPP_HOURLY: '50',
        NUMERITO_KEEP_PEOPLE_DAYS: '7',
        NUMERITO_KEEP_FACTS_DAYS: '1000',
        NUMERITO_ENVIRONMENT: 'staging',
        NUMERITO_WORKER: 'withdrawn',
        NUMERITO_LOG: 'info',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
        OTEL_TRACES_SAMPLER_ARG: '0.05',
        OTEL_BSP_SCHEDULE_DELAY: '250',
        NUMERITO_DEMO: 'on',
      }),
    ).toEqual({
      port: 0,
      host: '0.0.0.0',
      dataDirectory: '/var/lib/numerito',
      databaseUrl: DATABASE_URL,
      demo: false,
      secret: Buffer.alloc(SECRET_BYTES, 1),
      origins: ['https://numerito.example', 'http://localhost:4000'],
      services: expect.objectContaining({
        login: 'https://services.example',
        socket: 'https://sockets.example',
      }),
      tls: { cert, key },
      proxyHops: 2,
      push: {
        contact: 'mailto:operator@numerito.example',
        hosts: ['push.example', '.push.example', 'http://127.0.0.1:8080'],
      },
      webhookNetworks: ['192.168.10.0/24', 'fd00:1::/64', '10.0.0.7'],
      mail: {
        url: 'smtps://user:pass@mail.example:465',
        from: 'Numerito <avisos@numerito.example>',
      },
      whatsapp: {
        api: 'https://graph.example/v24.0',
        token: 'EAAtoken',
        phoneId: '106540352242922',
        appSecret: 'a secret of the app',
        verifyToken: 'a word',
        templates: { call: 'office_call', code: 'office_code' },
        hourly: 50,
      },
      video: {
        stun: ['stun:stun.example'],
        turn: ['turn:turn.example:3478?transport=udp', 'turns:[2001:db8::1]:5349'],
        turnSecret: 'a secret of coturn',
      },
      providers: [],
      environment: 'staging',
      keep: { peopleDays: 7, factsDays: 1000, turnsDays: 1000 },
      withdrawsWorker: true,
      logLevel: 'info',
      tracing: { endpoint: 'http://collector:4318', ratio: 0.05, everyMs: 250 },
    })
  })

  it('every fault is named, not the first one only', () => {
    const faults = faultsOf({
      PORT: '4000x',
      HOST: 'not a host',
      DATABASE_URL: 'mysql://db',
      NUMERITO_ORIGIN: 'https://numerito.example/app',
      NUMERITO_SERVICES: 'moon=https://services.example',
      NUMERITO_TLS_CERT: '/nowhere.pem',
      NUMERITO_PROXY_HOPS: '-1',
      NUMERITO_DEMO: 'maybe',
      NUMERITO_PUSH_CONTACT: 'https://localhost',
      NUMERITO_PUSH_HOSTS: 'push service',
      NUMERITO_WEBHOOK_NETWORKS: '192.168.10.0/33',
      NUMERITO_STUN_URLS: 'https://stun.example',
      NUMERITO_TURN_URLS: 'stun:turn.example',
      NUMERITO_ENVIRONMENT: 'production',
      NUMERITO_WORKER: 'off',
      NUMERITO_LOG: 'loud',
    })
    expect(faults).toHaveLength(19)
    for (const name of [
      'PORT',
      'HOST',
      'DATABASE_URL',
      'NUMERITO_SECRET',
      'NUMERITO_ORIGIN',
      'NUMERITO_SERVICES',
      'NUMERITO_TLS_CERT',
      'NUMERITO_TLS_KEY',
      'NUMERITO_PROXY_HOPS',
      'NUMERITO_DEMO',
      'NUMERITO_PUSH_CONTACT',
      'NUMERITO_PUSH_HOSTS',
      'NUMERITO_WEBHOOK_NETWORKS',
      'NUMERITO_STUN_URLS',
      'NUMERITO_TURN_URLS',
      'NUMERITO_TURN_SECRET',
      'NUMERITO_ENVIRONMENT',
      'NUMERITO_WORKER',
      'NUMERITO_LOG',
    ]) {
      expect(faults.filter(fault => fault.startsWith(`${name} `))).toHaveLength(1)
    }
  })

  it.each([
    ['NUMERITO_KEEP_PEOPLE_DAYS', ['0', '31', '-1', '1.5', 'ever'], /policy that promises 30/],
    ['NUMERITO_KEEP_FACTS_DAYS', ['1', '3651', 'ever'], /catch up by the facts of two days/],
    ['NUMERITO_KEEP_TURNS_DAYS', ['89', '3651', 'ever'], /whoever complains of a turn/],
  ])('[KEEP-03] %s is refused with its reason where it is senseless', (name, senseless, reason) => {
    for (const value of senseless) {
      const faults = faultsOf({ [name]: value })
      expect(faults).toHaveLength(1)
      expect(faults[0]).toMatch(reason)
    }
  })

  it.each([
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      ['collector:4318', 'grpc://collector:4317', 'http://'],
      /must begin|is not a URL/,
    ],
    ['OTEL_TRACES_SAMPLER_ARG', ['2', '1.5', '-1', 'all', '.'], /a number from 0 to 1/],
    ['OTEL_BSP_SCHEDULE_DELAY', ['-1', '60001', 'soon'], /from 0 to 60000/],
  ])('traces: %s is refused where it is senseless', (name, senseless, reason) => {
    for (const value of senseless)
      expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(reason)])
  })

  it('[KEEP-03] [PAST-01] turns are kept for as long as the log that speaks of them', () => {
    const kept = (facts?: string, turns?: string) => {
      const { factsDays, turnsDays } = read({
        NUMERITO_KEEP_FACTS_DAYS: facts ?? '',
        NUMERITO_KEEP_TURNS_DAYS: turns ?? '',
      }).keep
      return [factsDays, turnsDays]
    }
    expect([kept(), kept('30'), kept('1000')]).toEqual([
      [400, 400],
      [30, 400],
      [1000, 1000],
    ])
    expect([kept(undefined, '90'), kept(undefined, '1000'), kept('90', '90')]).toEqual([
      [90, 90],
      [400, 1000],
      [90, 90],
    ])
    const faults = faultsOf({ NUMERITO_KEEP_FACTS_DAYS: '91', NUMERITO_KEEP_TURNS_DAYS: '90' })
    expect(faults).toEqual([expect.stringMatching(/^NUMERITO_KEEP_TURNS_DAYS .* no day can be replayed/)])
  })

  it('e-mail needs a server and somebody from whom it comes, and a fault prints no password', () => {
    expect(faultsOf({ NUMERITO_SMTP_URL: 'smtp://localhost' })).toEqual([
      expect.stringMatching(/^NUMERITO_MAIL_FROM is needed/),
    ])
    expect(faultsOf({ NUMERITO_MAIL_FROM: 'a@b.cl' })).toEqual([
      expect.stringMatching(/^NUMERITO_SMTP_URL is needed/),
    ])
    for (const from of ['nobody', 'a@b.cl, c@d.cl', 'Ana <a@b.cl> <c@d.cl>'])
      expect(faultsOf({ NUMERITO_SMTP_URL: 'smtp://localhost', NUMERITO_MAIL_FROM: from })).toEqual([
        'NUMERITO_MAIL_FROM must be an e-mail address',
      ])
    const wrong = { NUMERITO_SMTP_URL: 'http://user:geheim@mail', NUMERITO_MAIL_FROM: 'a@b.cl' }
    expect(faultsOf(wrong)).toEqual(['NUMERITO_SMTP_URL must begin with smtp:// or smtps://'])
  })

  it('[MSG-01] WhatsApp is off without both its token and its number’s id, and its defaults do otherwise', () => {
    const both = { NUMERITO_WHATSAPP_TOKEN: 'EAAtoken', NUMERITO_WHATSAPP_PHONE_ID: '1065' }
    expect(read(both).whatsapp).toEqual({
      api: 'https://graph.facebook.com/v23.0',
      token: 'EAAtoken',
      phoneId: '1065',
      appSecret: null,
      verifyToken: null,
      templates: { call: 'numerito_call', code: 'numerito_code' },
      hourly: 500,
    })
    for (const alone of Object.keys(both)) {
      const [missing] = Object.keys(both).filter(name => name !== alone)
      expect(faultsOf({ [alone]: '1065' })).toEqual([`${missing} is needed with ${alone}`])
    }
  })

  it.each([
    ['https://graph.facebook.com/v23.0', true],
    ['http://127.0.0.1:8080/v23.0', true],
    ['http://localhost:8080/v23.0', true],
    ['http://graph.facebook.com/v23.0', false],
    ['http://127.0.0.1.evil.example/v23.0', false],
    ['https://graph.facebook.com', false],
    ['https://graph.facebook.com/v23.0/', false],
    ['https://graph.facebook.com/v23.0?x=1', false],
    ['graph.facebook.com/v23.0', false],
  ])('[MSG-01] the token goes to %s: %s', (api, isTaken) => {
    expect(faultsOf({ NUMERITO_WHATSAPP_API: api })).toHaveLength(isTaken ? 0 : 1)
  })

  it('a fault does not print the secret', () => {
    expect(() => read({ NUMERITO_SECRET: 'c2VjcmV0' })).toThrow('must be 32 bytes')
    expect(() => read({ NUMERITO_SECRET: 'c2VjcmV0' })).not.toThrow('c2VjcmV0')
  })

  it('a server’s database needs a secret that every server has', () => {
    expect(faultsOf({ DATABASE_URL })).toEqual([expect.stringMatching(/^NUMERITO_SECRET is needed/)])
    expect(faultsOf({ DATABASE_URL, NUMERITO_SECRET: SECRET })).toEqual([])
  })

  it.each([
    ['mailto:operator@numerito.example', true],
    ['https://numerito.example/contact', true],
    ['mailto:operator@localhost', false],
    ['mailto:operator@office.local', false],
    ['mailto:', false],
    ['https://numerito.invalid', false],
    ['https://localhost', false],
    ['http://numerito.example', false],
    ['operator@numerito.example', false],
  ])('push services take %s as a contact: %s', (contact, isTaken) => {
    expect(faultsOf({ NUMERITO_PUSH_CONTACT: contact })).toHaveLength(isTaken ? 0 : 1)
  })

  it('without a contact the public origin is one', () => {
    const contactAt = (origin: string) => read({ NUMERITO_ORIGIN: origin }).push.contact
    expect(contactAt('http://localhost:4000,https://numerito.example')).toBe('https://numerito.example')
    expect(contactAt('http://localhost:4000')).toBe('mailto:numerito@example.com')
  })

  it('a key that does not fit its certificate is found now, not by the first visitor', () => {
    files.set('/one.pem', makeSelfSignedCertificate().cert).set('/other.pem', makeSelfSignedCertificate().key)
    expect(faultsOf({ NUMERITO_TLS_CERT: '/one.pem', NUMERITO_TLS_KEY: '/other.pem' })).toEqual([
      'NUMERITO_TLS_KEY does not fit the certificate',
    ])
    files.set('/text.pem', 'hello')
    expect(faultsOf({ NUMERITO_TLS_CERT: '/text.pem', NUMERITO_TLS_KEY: '/text.pem' })).toEqual([
      'NUMERITO_TLS_CERT holds no PEM certificate',
      'NUMERITO_TLS_KEY holds no PEM private key',
    ])
  })

  it('the table names each setting once', () => {
    const names = SETTINGS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(settingTable().split(`| \`${name}\` |`)).toHaveLength(2)
  })

  it('the table stands in the pages for operators, as it is printed', () => {
    const page = join(import.meta.dirname, '../../../docs/operating/settings.md')
    expect(readFileSync(page, 'utf8')).toContain(`\n\n${settingTable()}\n\n`)
  })

  it('the page names whatever else is read from the environment, by commands too', () => {
    const root = join(import.meta.dirname, '../../..')
    const sources = ['commands', 'server'].flatMap(room =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
        .filter(path => path.endsWith('.ts'))
        .map(path => readFileSync(join(root, room, path), 'utf8')),
    )
    const read = new Set(sources.flatMap(text => text.match(/\bNUMERITO_[A-Z_]*[A-Z]\b/g) ?? []))
    expect(read.size).toBeGreaterThan(SETTINGS.length / 2)
    const page = readFileSync(join(root, 'docs/operating/settings.md'), 'utf8')
    expect([...read].filter(name => !page.includes(`\`${name}\``))).toEqual([])
  })

  it('[AUTH-05] a provider is on with its id and its secret, and half of one is a slip', () => {
    const read = (given: Record<string, string>) => readSettings(given, () => '')
    const google = { NUMERITO_GOOGLE_ID: 'id', NUMERITO_GOOGLE_SECRET: 'secret' }
    expect(read(google).providers).toEqual([
      {
        id: 'google',
        issuer: 'https://accounts.google.com',
        clientId: 'id',
        clientSecret: 'secret',
        document: null,
      },
    ])
    expect(() => read({ NUMERITO_GOOGLE_ID: 'id' })).toThrow('NUMERITO_GOOGLE_SECRET is needed')
    expect(() => read({ NUMERITO_FACEBOOK_SECRET: 'x' })).toThrow('NUMERITO_FACEBOOK_ID is needed')
    expect(() => read({ ...google, NUMERITO_GOOGLE_ISSUER: 'http://elsewhere.example' })).toThrow('https://')
    expect(() => read({ NUMERITO_DOCUMENT_ID: 'id' })).toThrow('NUMERITO_DOCUMENT_CLAIM is needed')
  })
})
