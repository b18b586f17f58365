/** A line of the operator's table. `fallback` is worded for people; null where there is none. */
export interface SettingDescription {
  name: string
  fallback: string | null
  meaning: string
}

/** Every setting, in the order in which an operator comes to them. */
export const SETTINGS = [
  { name: 'PORT', fallback: '4000', meaning: 'Port to listen on.' },
  {
    name: 'HOST',
    fallback: 'localhost',
    meaning: 'Address to listen on. `0.0.0.0` lets other machines and phones in.',
  },
  {
    name: 'NUMERITO_DATA',
    fallback: './data',
    meaning: 'Directory of the embedded database and of the secret made at the first start.',
  },
  {
    name: 'DATABASE_URL',
    fallback: null,
    meaning: '`postgresql://…`: a PostgreSQL server (15 or later) instead of the embedded database.',
  },
  {
    name: 'NUMERITO_SECRET',
    fallback: 'made at the first start, in the data directory',
    meaning:
      '32 random bytes as base64, from which every key is derived. Needed with `DATABASE_URL`; the same on every server.',
  },
  {
    name: 'NUMERITO_ORIGIN',
    fallback: 'http://localhost:PORT (https with a certificate)',
    meaning:
      'Public origins at which browsers reach the application, separated by commas. The first is where notices lead. Pages of these, and no others, may use the services.',
  },
  {
    name: 'NUMERITO_SERVICES',
    fallback: null,
    meaning:
      'Where the application that this server sends finds its services, where that is not here: an origin for all, or `login=https://…,socket=https://…` for some.',
  },
  {
    name: 'NUMERITO_TLS_CERT',
    fallback: null,
    meaning:
      'File of the certificate chain (PEM). With `NUMERITO_TLS_KEY` the server speaks HTTPS itself, over HTTP/2 and HTTP/1.1.',
  },
  { name: 'NUMERITO_TLS_KEY', fallback: null, meaning: 'File of the certificate’s private key (PEM).' },
  {
    name: 'NUMERITO_PROXY_HOPS',
    fallback: '0',
    meaning:
      'Proxies in front that set X-Forwarded-For and -Proto. Too many lets people forge their address; too few limits everybody as one.',
  },
  {
    name: 'NUMERITO_DEMO',
    fallback: 'on',
    meaning:
      '`off` leaves out the demonstration offices and clerks, and takes away those of an earlier start. Always off with `DATABASE_URL`.',
  },
  {
    name: 'NUMERITO_PUSH_CONTACT',
    fallback: 'the first origin where it is public https, else mailto:numerito@example.com',
    meaning: '`mailto:` or `https:` address by which push services reach the operator (VAPID subject).',
  },
  {
    name: 'NUMERITO_PUSH_HOSTS',
    fallback: null,
    meaning:
      'Push services beside the browsers’ own, separated by commas: a host, a domain with a leading dot, or an origin.',
  },
  {
    name: 'NUMERITO_WEBHOOK_NETWORKS',
    fallback: null,
    meaning:
      'Private networks to which offices’ webhooks may post, by http too, separated by commas: `192.168.10.0/24`. Without any, webhooks reach public https addresses alone.',
  },
  {
    name: 'NUMERITO_STUN_URLS',
    fallback: null,
    meaning:
      'STUN servers for video attentions, separated by commas: `stun:host:port`. Without any, browsers find each other in one network only.',
  },
  {
    name: 'NUMERITO_TURN_URLS',
    fallback: null,
    meaning:
      'TURN servers (coturn with `use-auth-secret`) for video attentions, separated by commas: `turn:host:port?transport=udp`. Phones behind an operator’s network need one.',
  },
  {
    name: 'NUMERITO_TURN_SECRET',
    fallback: null,
    meaning: 'coturn’s `static-auth-secret`, from which each call gets a credential good for two hours.',
  },
  {
    name: 'NUMERITO_SMTP_URL',
    fallback: null,
    meaning:
      'Mail server for accounts: `smtps://user:password@host:465`, or `smtp://…`. Without one, addresses are not confirmed and forgotten passwords not replaced.',
  },
  {
    name: 'NUMERITO_MAIL_FROM',
    fallback: null,
    meaning:
      'From whom those e-mails come: `Numerito <avisos@example.com>`. Needed with `NUMERITO_SMTP_URL`.',
  },
  {
    name: 'NUMERITO_GOOGLE_ID',
    fallback: null,
    meaning:
      'Client id of “Sign in with Google”, with `NUMERITO_GOOGLE_SECRET`. At the provider’s the address to come back to is `ORIGIN/services/login/google/return`, and so with the other names.',
  },
  { name: 'NUMERITO_GOOGLE_SECRET', fallback: null, meaning: 'Its client secret.' },
  {
    name: 'NUMERITO_GOOGLE_ISSUER',
    fallback: 'https://accounts.google.com',
    meaning: 'OpenID Connect issuer, where it is another one.',
  },
  {
    name: 'NUMERITO_FACEBOOK_ID',
    fallback: null,
    meaning: 'App id of Facebook Login, with `NUMERITO_FACEBOOK_SECRET`.',
  },
  { name: 'NUMERITO_FACEBOOK_SECRET', fallback: null, meaning: 'Its app secret.' },
  {
    name: 'NUMERITO_FACEBOOK_ISSUER',
    fallback: 'https://www.facebook.com and https://graph.facebook.com',
    meaning: 'Another origin that answers for both.',
  },
  {
    name: 'NUMERITO_MICROSOFT_ID',
    fallback: null,
    meaning: 'Application (client) id at Microsoft, with `NUMERITO_MICROSOFT_SECRET`.',
  },
  { name: 'NUMERITO_MICROSOFT_SECRET', fallback: null, meaning: 'Its client secret.' },
  {
    name: 'NUMERITO_MICROSOFT_ISSUER',
    fallback: 'https://login.microsoftonline.com/common/v2.0',
    meaning: 'OpenID Connect issuer, for one tenant alone.',
  },
  {
    name: 'NUMERITO_DOCUMENT_ISSUER',
    fallback: null,
    meaning:
      'OpenID Connect issuer that vouches for people’s documents (in Chile ClaveÚnica: `https://accounts.claveunica.gob.cl/openid`). Needs the id, the secret and the claim.',
  },
  { name: 'NUMERITO_DOCUMENT_ID', fallback: null, meaning: 'Client id there.' },
  { name: 'NUMERITO_DOCUMENT_SECRET', fallback: null, meaning: 'Client secret there.' },
  {
    name: 'NUMERITO_DOCUMENT_CLAIM',
    fallback: null,
    meaning: 'The claim that holds the document, as text or as `{ numero, DV }` (ClaveÚnica: `RolUnico`).',
  },
  { name: 'NUMERITO_DOCUMENT_TYPE', fallback: 'rut', meaning: 'rut or dni.' },
  {
    name: 'NUMERITO_DOCUMENT_SCOPE',
    fallback: 'openid profile email',
    meaning: 'What is asked for there (ClaveÚnica: `openid run name`).',
  },
  {
    name: 'NUMERITO_DOCUMENT_LABEL',
    fallback: null,
    meaning: 'Its name on the button, as people know it: ClaveÚnica.',
  },
  {
    name: 'NUMERITO_WHATSAPP_TOKEN',
    fallback: null,
    meaning:
      'Access token of the WhatsApp Business Cloud API. With `NUMERITO_WHATSAPP_PHONE_ID` calls go there too, to whoever wishes it; without both nothing of it is offered.',
  },
  {
    name: 'NUMERITO_WHATSAPP_PHONE_ID',
    fallback: null,
    meaning: 'The sending number’s id (not the number), as the API knows it.',
  },
  {
    name: 'NUMERITO_WHATSAPP_APP_SECRET',
    fallback: null,
    meaning:
      'The app’s secret, by which WhatsApp signs what it tells `/services/push/whatsapp/webhook`. Without it nothing told there is believed, and no desk sees that a message arrived.',
  },
  {
    name: 'NUMERITO_WHATSAPP_VERIFY_TOKEN',
    fallback: null,
    meaning: 'The word that WhatsApp must say when the webhook is set up there.',
  },
  {
    name: 'NUMERITO_WHATSAPP_TEMPLATE_CALL',
    fallback: 'numerito_call',
    meaning: 'Name of the approved template of a call, in es, en and pt_BR.',
  },
  {
    name: 'NUMERITO_WHATSAPP_TEMPLATE_CODE',
    fallback: 'numerito_code',
    meaning: 'Name of the approved authentication template (copy code), in es, en and pt_BR.',
  },
  {
    name: 'NUMERITO_WHATSAPP_API',
    fallback: 'https://graph.facebook.com/v23.0',
    meaning: 'Where the API is, with its version. https, but on this machine itself.',
  },
  {
    name: 'NUMERITO_WHATSAPP_HOURLY',
    fallback: '500',
    meaning:
      'WhatsApp messages that the installation sends within an hour at most, half of them codes at most. Each may cost.',
  },
  {
    name: 'NUMERITO_KEEP_PEOPLE_DAYS',
    fallback: '30',
    meaning:
      'Days after their last turn for which it is kept who somebody without an account was: 1 to 30, as the policy promises.',
  },
  {
    name: 'NUMERITO_KEEP_FACTS_DAYS',
    fallback: '400, or as many as the turns’, the fewer',
    meaning:
      'Days for which each office’s log is kept, from which a day can be replayed: 2 to 3650. It holds ids, and no names; figures stay.',
  },
  {
    name: 'NUMERITO_KEEP_TURNS_DAYS',
    fallback: '400, or as many as the log’s, the more',
    meaning:
      'Days for which numbers and reservations are kept that are over, which their owners find in their history: 90 to 3650, and not fewer than the log’s. Figures stay.',
  },
  {
    name: 'NUMERITO_ENVIRONMENT',
    fallback: 'prod',
    meaning: 'prod, staging, qa, dev or lab: said to the application.',
  },
  {
    name: 'NUMERITO_WORKER',
    fallback: 'on',
    meaning:
      '`withdrawn` takes the service worker back from every browser, should one do harm: nothing is kept for offline any more, receipts stay, and notices still ring.',
  },
  {
    name: 'NUMERITO_LOG',
    fallback: 'warn',
    meaning:
      'Least level of the log on the standard output: fatal, error, warn, info, debug, trace or silent.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: null,
    meaning:
      'Collector of OpenTelemetry traces that takes OTLP by HTTP: `http://collector:4318`. Without one nothing is traced.',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '1',
    meaning: 'Of which part of the requests and jobs everything is traced: 0 to 1.',
  },
  {
    name: 'OTEL_BSP_SCHEDULE_DELAY',
    fallback: '5000',
    meaning: 'After so many milliseconds what has ended is posted to the collector, all at once.',
  },
] as const satisfies readonly SettingDescription[]

export type SettingName = (typeof SETTINGS)[number]['name']

/** The table as docs/operating/settings.md prints it. */
export function settingTable(): string {
  const rows = SETTINGS.map(
    ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback ?? ''} | ${meaning} |`,
  )
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

if (import.meta.main) console.log(settingTable())
