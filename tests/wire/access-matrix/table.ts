import { systemRandom } from '#server/platform/random.ts'
import { createECDH, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { json } from '#server/database/json-column.ts'
import { ANSWERS } from '#tests/support/reservation-office.ts'
import type { CallerKind } from './callers.ts'
import type { Scene } from './scene.ts'

/** A status, and for a refusal its code: `200`, `401 unauthorized`. */
export type Answer = string
export type Answers = Readonly<Record<CallerKind, Answer>>

/**
 * What is asked: the values of the path's parameters, the query, the body. Plausible ones, of things that are
 * there.
 */
export interface Asked {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
  /** What the browser holds besides its session. */
  cookie?: string
}
export type Row = readonly [answers: Answers, ask?: (scene: Scene) => Asked | Promise<Asked>]

const UNKNOWN = '401 unauthorized'
const OVER = '401 session-expired'
const NOT_YOURS = '403 forbidden'
const NOTHING_THERE = '404 not-found'

/** The television, the tablet and the programs of the office, and a tablet and a program of another one. */
const devices = (answer: Answer) => ({
  wall: answer,
  kiosk: answer,
  kioskElsewhere: answer,
  machine: answer,
  machineLooks: answer,
  machineElsewhere: answer,
})

/** The same for all, whoever they are. */
const everybody = (answer: Answer): Answers => ({
  guest: answer,
  owner: answer,
  ownerRegistered: answer,
  another: answer,
  anotherRegistered: answer,
  social: answer,
  vouched: answer,
  expired: answer,
  ended: answer,
  clerk: answer,
  clerkElsewhere: answer,
  supervisor: answer,
  administrator: answer,
  supervisorElsewhere: answer,
  clerkSignedOut: answer,
  clerkRetired: answer,
  ...devices(answer),
  deviceRevoked: answer,
  machineRevoked: answer,
})

/** Whoever is signed in as nobody, or was and is no more. */
const OUTSIDERS = {
  guest: UNKNOWN,
  expired: OVER,
  ended: OVER,
  clerkSignedOut: OVER,
  clerkRetired: OVER,
  deviceRevoked: OVER,
  machineRevoked: OVER,
}

/** Whoever works at an office, wherever it is. */
const staff = (answer: Answer) => ({
  clerk: answer,
  clerkElsewhere: answer,
  supervisor: answer,
  administrator: answer,
  supervisorElsewhere: answer,
})

/** For customers, each with what is their own. */
const customers = (answer: Answer): Answers => ({
  ...OUTSIDERS,
  owner: answer,
  ownerRegistered: answer,
  another: answer,
  anotherRegistered: answer,
  social: answer,
  vouched: answer,
  ...staff(NOT_YOURS),
  ...devices(NOT_YOURS),
})

/** For those with an account, each with what is their own. */
const registered = (answer: Answer): Answers => ({
  ...customers(NOT_YOURS),
  ownerRegistered: answer,
  anotherRegistered: answer,
  social: answer,
  vouched: answer,
})

/** For those without one. */
const temporary = (answer: Answer): Answers => ({
  ...customers(NOT_YOURS),
  owner: answer,
  another: answer,
})

/** To a guest it is said in the specification's words (PROF-01). */
const profile = (answer: Answer): Answers => ({ ...customers(answer), guest: '401 user-is-guest' })

/** For whoever has an account: temporary users keep theirs in the browser alone. */
const favorites: Answers = {
  ...customers(NOT_YOURS),
  ownerRegistered: '200',
  anotherRegistered: '200',
  social: '200',
  vouched: '200',
}

/** For the owner alone; to other customers there is nothing there. */
const owner = (answer: Answer): Answers => ({
  ...customers(NOTHING_THERE),
  owner: answer,
  ownerRegistered: answer,
})

/** For the clerks of the office; to other clerks there is no such office. */
const desk = (answer: Answer): Answers => ({
  ...OUTSIDERS,
  owner: NOT_YOURS,
  ownerRegistered: NOT_YOURS,
  another: NOT_YOURS,
  anotherRegistered: NOT_YOURS,
  social: NOT_YOURS,
  vouched: NOT_YOURS,
  ...staff(NOTHING_THERE),
  clerk: answer,
  supervisor: answer,
  administrator: answer,
  ...devices(NOT_YOURS),
})

/** For the office's own devices of one use. */
const device = (use: 'wall' | 'kiosk', answer: Answer): Answers => ({
  ...customers(NOT_YOURS),
  [use]: answer,
  ...(use === 'kiosk' && { kioskElsewhere: answer }),
})

/** For machines by their token, of whatever office: each is answered of its own. */
const machines = (answer: Answer): Answers => ({
  ...customers(NOT_YOURS),
  machine: answer,
  machineLooks: answer,
  machineElsewhere: answer,
})

/** What is done at a módulo: those who lead sit at none. */
const atModulo = (answer: Answer): Answers => ({
  ...desk(answer),
  supervisor: '409 no-modulo',
  administrator: '409 no-modulo',
})

/** For those who answer for the office. */
const leaders = (answer: Answer): Answers => ({ ...desk(answer), clerk: '403 supervisors-only' })

/** For the owner and the clerks of the office; to everybody else there is nothing there. */
const twoSeats = (answer: Answer): Answers => ({
  ...OUTSIDERS,
  owner: answer,
  ownerRegistered: answer,
  another: NOTHING_THERE,
  anotherRegistered: NOTHING_THERE,
  social: NOTHING_THERE,
  vouched: NOTHING_THERE,
  ...staff(NOTHING_THERE),
  clerk: answer,
  supervisor: answer,
  administrator: answer,
  ...devices(NOTHING_THERE),
})

const office = ({ office_id }: Scene): Asked => ({ params: { id: office_id } })
const favoriteOffice = ({ office_id }: Scene): Asked => ({ body: { id: office_id } })
const favoriteLine = ({ line_id }: Scene): Asked => ({ body: { id: line_id } })
const webhook = async (scene: Scene): Promise<Asked> => ({
  params: { id: scene.office_id, webhookId: await scene.webhook() },
})
const officeBySlug = ({ slug }: Scene): Asked => ({ params: { officeSlug: slug } })
const line = ({ line_id }: Scene): Asked => ({ params: { id: line_id } })
const ticketByTuid = async (scene: Scene): Promise<Asked> => ({ params: { tuid: await scene.ticket() } })
const appointment = async (scene: Scene): Promise<Asked> => ({ params: { id: await scene.appointment() } })
/** Nothing is named, and the owner has something that might be told. */
const withTicket = async (scene: Scene): Promise<Asked> => ({ query: await scene.ticket().then(() => ({})) })
const withAppointment = async (scene: Scene): Promise<Asked> => ({
  query: await scene.appointment().then(() => ({})),
})
const reserve = async (scene: Scene): Promise<Asked> => ({
  body: {
    reserve: {
      line_id: scene.line_id,
      ...(await scene.free()),
      request_id: randomUUID(),
      meta: { answers: ANSWERS },
    },
  },
})
/** Of a provider's attempt that somebody made up, or that began in another browser. */
const claims: Answers = {
  ...everybody('409 attempt-invalid'),
  ...staff(NOT_YOURS),
  ...devices(NOT_YOURS),
}
const claimed = (): Asked => ({ body: { uid: randomUUID(), user: {} } })
/** The owner's own, whose id somebody knows. */
const claimedElsewhere = async (scene: Scene): Promise<Asked> => ({
  body: { uid: (await scene.attempt()).id, user: {} },
})
/** In the very browser where the owner began it: whoever sits there now is not who they were. */
const claimsInBrowser: Answers = { ...claims, owner: '200', ownerRegistered: '200' }
const claimedInBrowser = async (scene: Scene): Promise<Asked> => {
  const { id, cookie } = await scene.attempt()
  return { body: { uid: id, user: {} }, cookie }
}
const person = { name: 'Eva Rojas', email: 'eva@correo.example', phone: '+56987654321', dni: 'AB12345' }
const subscription = () => ({
  endpoint: `https://fcm.googleapis.com/${randomUUID()}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
  language: 'es',
})

/**
 * Every route × every kind of caller. A route of the server that has no row here fails the test. One that
 * asks for different things by its query has a row for each, told apart by what follows a `?`.
 */
export const ROUTES: Readonly<Record<string, Row>> = {
  // What anybody may look at.
  'GET /api/v1/categories': [everybody('200')],
  'GET /api/v1/offices/:id': [everybody('200'), office],
  'GET /api/v1/offices/:id/lines': [everybody('200'), office],
  'GET /api/v1/offices/:id/lines/:lineId/forms': [
    everybody('200'),
    ({ office_id, line_id }) => ({ params: { id: office_id, lineId: line_id } }),
  ],
  'GET /api/v1/offices/:id/policy': [everybody('200'), office],
  'GET /api/v1/policy': [everybody('200')],
  'GET /api/v1/offices/:id/hours': [everybody('200'), office],
  'GET /api/v1/offices/:id/reserves': [everybody('200'), office],
  'GET /api/v1/lines/:id': [everybody('200'), line],
  'GET /api/v1/lines/:id/info': [everybody('200'), line],
  'GET /api/v1/state/:officeSlug': [everybody('200'), officeBySlug],
  'GET /api/v1/state/:officeSlug/lines': [everybody('200'), officeBySlug],
  'GET /api/v1/state/:officeSlug/lines/:lineSlug': [
    everybody('200'),
    ({ slug, line_slug }) => ({ params: { officeSlug: slug, lineSlug: line_slug } }),
  ],
  'GET /api/v1/state/:officeSlug/modulos': [everybody('200'), officeBySlug],
  'GET /api/v3/offices/web': [everybody('200')],
  'GET /api/v3/offices/:id/waits/told': [everybody('200'), office],
  'GET /api/v3/offices/waits': [everybody('200'), () => ({ query: { ids: '1,2' } })],
  'GET /api/v3/organizations/:organizationId/line_categories': [
    everybody('200'),
    () => ({ params: { organizationId: 1 } }),
  ],
  'GET /api/v3/line_categories/:lineCategoryId/geo': [
    everybody(NOTHING_THERE),
    () => ({ params: { lineCategoryId: 1 } }),
  ],
  'GET /services/reservations/v2/offices/:slug/settings': [
    everybody('200'),
    ({ slug }) => ({ params: { slug } }),
  ],
  'GET /services/reservations/v2/offices/:slug/calendar/unavailable': [
    everybody('200'),
    ({ slug }) => ({ params: { slug } }),
  ],
  'GET /services/reservations/v2/offices/:slug/:lineSlug/:day/timeblocks': [
    everybody('200'),
    ({ slug, line_slug, day }) => ({ params: { slug, lineSlug: line_slug, day } }),
  ],
  'GET /services/flags': [everybody('200')],
  'GET /services/push/key': [everybody('200')],

  // Health, figures, the description of the API.
  'GET /healthz': [everybody('200')],
  'GET /livez': [everybody('200')],
  'GET /readyz': [everybody('200')],
  'GET /metrics': [everybody('200')],
  'GET /api/docs': [everybody('200')],
  'GET /api/docs/json': [everybody('200')],
  'GET /api/docs/yaml': [everybody('200')],
  'GET /api/docs/static/index.html': [everybody('200')],
  'GET /api/docs/static/swagger-initializer.js': [everybody('200')],
  'GET /api/docs*': [everybody('200'), () => ({ params: { '*': '/static/swagger-ui.css' } })],

  // Coming in and going. The session is its cookie's: whoever has none is told that there is none.
  'GET /services/login/captcha': [everybody('200')],
  'POST /services/login/temporaryV2': [
    everybody('400 captcha-invalid'),
    () => ({ body: { ...person, captchaToken: 'invented', sessionId: randomUUID() } }),
  ],
  // Whoever holds the paper of a number that nobody follows; these hold none.
  'POST /services/login/paper': [
    everybody('404 paper-invalid'),
    () => ({ body: { secret: 'A'.repeat(43) } }),
  ],
  'PUT /services/login/temporary': [temporary('200'), () => ({ body: person })],
  'GET /services/login/session': [
    {
      ...everybody('204'),
      owner: '200',
      ownerRegistered: '200',
      another: '200',
      anotherRegistered: '200',
      social: '200',
      vouched: '200',
      expired: OVER,
      ended: OVER,
    },
  ],
  'DELETE /services/login/session': [everybody('204')],
  // Of a session that nobody has: it ends none, and whoever asks goes on.
  'POST /services/login/session/left': [everybody('204'), async () => ({ body: { left: 'a'.repeat(64) } })],
  'POST /services/login/handover': [customers('201')],
  // Somebody's code is under way; only whoever was shown it may come in.
  'POST /services/login/handover/redeem': [
    everybody('400 handover-code-invalid'),
    async scene => {
      await scene.handoverCode()
      return { body: { code: 'AAAAA-AAAAA' } }
    },
  ],
  // Accounts. Anybody may try to come in, and nobody learns anything of the owner's.
  'GET /services/login/ways': [everybody('200')],
  'GET /services/login/password/captcha': [everybody('200')],
  'POST /services/login/signup': [
    everybody('400 password-too-short'),
    () => ({ body: { user: 'eva@correo.example', password: 'corta', name: 'Eva Rojas' } }),
  ],
  'POST /services/login/password': [
    everybody('401 wrong-credentials'),
    () => ({ body: { user: `nobody-${systemRandom.uuid()}@x.cl`, password: 'no password of anybody' } }),
  ],
  'PUT /services/login/password': [
    // Who came by a provider has none to say yet.
    { ...registered('400 password-required'), social: '204', vouched: '204' },
    () => ({ body: { password: 'una clave larga y propia' } }),
  ],
  // Whoever asks proves some work first; what is answered then is the same to all (accounts-mail.test.ts).
  'POST /services/login/password/forgot': [
    everybody('400 captcha-invalid'),
    () => ({ body: { user: 'eva@correo.example', captchaToken: 'invented' } }),
  ],
  'POST /services/login/password/reset': [
    everybody('400 link-invalid'),
    () => ({ body: { token: 'A'.repeat(43), password: 'una clave larga y propia' } }),
  ],
  'POST /services/login/email/confirm': [
    everybody('400 link-invalid'),
    () => ({ body: { token: 'A'.repeat(43) } }),
  ],
  'POST /services/login/email/recover': [
    everybody('400 link-invalid'),
    () => ({ body: { token: 'A'.repeat(43) } }),
  ],
  'POST /services/login/email/confirmation': [registered('204')],
  'GET /services/login/account': [registered('200')],
  'DELETE /services/login/sessions/:id': [
    owner('204'),
    async scene => ({ params: { id: await scene.session() } }),
  ],
  'PATCH /services/login/user': [
    profile('200'),
    () => ({ body: { user: { name: 'Eva Rojas', phone: '+56987654321', rut: '-' } } }),
  ],
  'PATCH /services/login/user?uid': [
    { ...profile(NOT_YOURS), owner: '200', ownerRegistered: '200' },
    ({ owner_id }) => ({ body: { uid: owner_id, user: { name: 'Eva Rojas' } } }),
  ],
  'PATCH /api/v1/user': [
    profile('200'),
    () => ({ body: { user: { name: 'Eva Rojas', phone: '+56987654321', rut: '-' } } }),
  ],
  // Providers. An attempt is its browser's alone, whoever asks, and its user's.
  'POST /services/login/:provider/begin': [
    { ...everybody('200'), ...staff(NOT_YOURS), ...devices(NOT_YOURS) },
    () => ({ params: { provider: 'google' }, body: { mode: 'popup' } }),
  ],
  'GET /services/login/:provider/return': [
    everybody('200'),
    () => ({ params: { provider: 'google' }, query: { state: 'A'.repeat(43), code: 'invented' } }),
  ],
  'GET /services/login/:provider/return?the owner’s state, in another browser': [
    everybody('200'),
    async scene => ({
      params: { provider: 'google' },
      query: { state: (await scene.pending()).state, code: 'invented' },
    }),
  ],
  'GET /services/login/attempts/:id': [
    everybody('409 attempt-invalid'),
    () => ({ params: { id: randomUUID() } }),
  ],
  'GET /services/login/attempts/:id?the owner’s, in another browser': [
    everybody('409 attempt-invalid'),
    async scene => ({ params: { id: (await scene.attempt()).id } }),
  ],
  // How far it is, and of nobody who.
  'GET /services/login/attempts/:id?the owner’s, in its browser': [
    everybody('200'),
    async scene => {
      const { id, cookie } = await scene.attempt()
      return { params: { id }, cookie }
    },
  ],
  'POST /services/login/google': [claims, claimed],
  'POST /services/login/google?the owner’s, in another browser': [claims, claimedElsewhere],
  'POST /services/login/google?the owner’s, in its browser': [claimsInBrowser, claimedInBrowser],
  'POST /services/login/facebook': [claims, claimed],
  // It was Google's.
  'POST /services/login/facebook?the owner’s, in its browser': [claims, claimedInBrowser],
  'POST /services/login/microsoft': [claims, claimed],
  'POST /services/login/user': [claims, claimed],
  'POST /services/login/user?the owner’s, in another browser': [claims, claimedElsewhere],
  'POST /services/login/user?the owner’s, in its browser': [claimsInBrowser, claimedInBrowser],
  'DELETE /services/login/providers/:provider': [
    { ...registered(NOTHING_THERE), social: '409 last-way-in' },
    () => ({ params: { provider: 'google' } }),
  ],
  'POST /services/desk/session': [
    everybody('401 wrong-credentials'),
    // Each guesses at another name: who goes on at one is slowed down (identity-guesses.test.ts).
    () => ({ body: { user: `nobody-${systemRandom.uuid()}`, password: 'no password of anybody' } }),
  ],
  'GET /services/desk/session': [
    { ...everybody('204'), ...staff('200'), clerkSignedOut: OVER, clerkRetired: OVER },
  ],
  'DELETE /services/desk/session': [everybody('204')],

  // A person's own.
  'GET /services/users/v2/preferences': [customers('200')],
  'GET /services/users/v2/policies': [customers('200')],
  'POST /services/users/v2/policies': [customers('200'), () => ({ body: { version: 'numerito-2026-12' } })],
  'GET /services/users/v2/my-data': [customers('200')],
  // Whoever has a password says it: own-data.test.ts.
  'DELETE /services/users/v2/me': [
    {
      ...customers('204'),
      ownerRegistered: '400 password-required',
      anotherRegistered: '400 password-required',
      social: '204',
      vouched: '204',
    },
    () => ({ body: { confirmed: true } }),
  ],
  'POST /services/users/v2/preferences': [
    customers('200'),
    () => ({
      body: {
        site: 'web',
        notifications: { whatsapp: false, push: false, never_show_popup_notifications: true },
      },
    }),
  ],
  // Temporary users keep theirs in the browser alone; who has an account: favorites.test.ts.
  'GET /services/users/v2/favorites': [favorites],
  'PUT /services/users/v2/favorites': [
    favorites,
    ({ office_id }) => ({ body: { offices: [office_id], lines: [] } }),
  ],
  'POST /services/users/v2/favorites/offices': [favorites, favoriteOffice],
  'DELETE /services/users/v2/favorites/offices': [favorites, favoriteOffice],
  'POST /services/users/v2/favorites/lines': [favorites, favoriteLine],
  'DELETE /services/users/v2/favorites/lines': [favorites, favoriteLine],
  'GET /services/users/v2/whatsapp': [customers('200')],
  'POST /services/users/v2/whatsapp': [
    customers('200'),
    () => ({ body: { phone: `+569${String(randomInt(10_000_000, 99_999_999))}` } }),
  ],
  'POST /services/users/v2/whatsapp/confirm': [
    customers('400 whatsapp-code-over'),
    () => ({ body: { code: '123456' } }),
  ],
  'DELETE /services/users/v2/whatsapp': [customers('200')],
  // WhatsApp alone says the word, and signs what it tells.
  'GET /services/push/whatsapp/webhook': [
    everybody('403 forbidden'),
    () => ({ query: { 'hub.mode': 'subscribe', 'hub.verify_token': 'guessed', 'hub.challenge': '1' } }),
  ],
  'POST /services/push/whatsapp/webhook': [everybody('403 forbidden'), () => ({ body: { entry: [] } })],
  'POST /services/push/subscriptions': [
    { ...customers(NOT_YOURS), owner: '201', ownerRegistered: '201' },
    ({ owner_id }) => ({ query: { user_id: owner_id }, body: subscription() }),
  ],
  'DELETE /services/push/subscriptions/:id': [
    owner('204'),
    async scene => ({ params: { id: await scene.subscription() } }),
  ],
  'GET /services/push/openings': [customers('200')],
  'PUT /services/push/openings': [
    customers('200'),
    ({ office_id }) => ({ body: { office_id, line_id: null } }),
  ],
  'DELETE /services/push/openings': [
    customers('200'),
    ({ office_id }) => ({ query: { office_id: String(office_id) } }),
  ],
  'POST /services/push/subscriptions/check': [
    customers('200'),
    () => ({ body: { endpoint_hash: '0'.repeat(64) } }),
  ],
  'GET /services/push/deliveries/:id': [customers(NOTHING_THERE), () => ({ params: { id: randomUUID() } })],
  'POST /services/push/test': [customers('409 no-subscription')],
  // The worker has no token when every page is closed: the delivery's id is a secret that only the phone was
  // sent.
  'POST /services/push/deliveries/:id': [
    everybody('204'),
    () => ({ params: { id: randomUUID() }, body: { shown: true } }),
  ],

  // Numbers.
  'POST /api/v1/offices/:id/tickets/new': [
    customers('201'),
    ({ office_id, line_id }) => ({ params: { id: office_id }, body: { line_id, request_id: randomUUID() } }),
  ],
  'GET /api/v1/user/tickets': [customers('200'), withTicket],
  'GET /api/v1/tickets': [
    customers('200'),
    async scene => {
      await scene.called()
      return { query: { status: 'history', page: '1' } }
    },
  ],
  'GET /api/v1/user/v2/tickets/:id': [
    owner('200'),
    async scene => ({ params: { id: await scene.ticket() } }),
  ],
  'GET /services/wait/customerwaiting': [
    owner('200'),
    async scene => ({ query: { tuid: await scene.ticket() } }),
  ],
  'GET /services/attention/check': [
    owner('200'),
    async scene => ({ query: { id: await scene.called(), type: 'ticket' } }),
  ],
  'POST /services/turns/tickets/:tuid/give-up': [owner('200'), ticketByTuid],
  'POST /services/turns/papers': [
    customers('200'),
    async scene => ({ body: { secret: await scene.paper() } }),
  ],
  'POST /services/reservations/v2/slips': [
    customers('200'),
    async scene => ({ body: { secret: await scene.slip() } }),
  ],
  'POST /services/turns/tickets/:tuid/on-my-way': [
    owner('200'),
    async scene => ({ params: { tuid: await scene.called() } }),
  ],
  'POST /services/turns/tickets/:tuid/come-back': [
    owner('200'),
    async scene => ({ params: { tuid: await scene.missed() } }),
  ],
  'POST /services/turns/tickets/:tuid/pass': [
    { ...owner('409 nobody-behind') },
    async scene => ({ ...(await ticketByTuid(scene)), body: { places: 1 } }),
  ],

  // How it was: of what is one's own, and was attended.
  'GET /api/v1/user/polls': [
    customers('200'),
    async scene => ({ query: await scene.attended().then(() => ({})) }),
  ],
  'POST /api/v1/user/polls': [
    owner('200'),
    async scene => ({
      body: {
        poll: {
          rating: 5,
          description: 'Muy amable',
          ticket_id: await scene.attended(),
          office_id: scene.office_id,
        },
      },
    }),
  ],
  'DELETE /api/v1/user/polls/:ticket_id': [
    owner('204'),
    async scene => ({ params: { ticket_id: await scene.attended() } }),
  ],

  // Reservations, by each of their names.
  'POST /services/reservations/v2': [
    customers('201'),
    async scene => {
      const { line_id, ...block } = { line_id: scene.line_id, ...(await scene.free()) }
      return { body: { line: line_id, block, request_id: randomUUID(), meta: { answers: ANSWERS } } }
    },
  ],
  'GET /services/reservations/v2/user': [customers('200'), withAppointment],
  'GET /services/reservations/v2/:id': [owner('200'), appointment],
  'PATCH /services/reservations/v2/:id': [
    owner('200'),
    async scene => ({ params: { id: await scene.unconfirmed() }, body: { block: await scene.free() } }),
  ],
  'DELETE /services/reservations/v2/:id': [
    owner('200'),
    async scene => ({ params: { id: await scene.unconfirmed() } }),
  ],
  'POST /services/reservations/v2/:id/confirm': [owner('200'), appointment],
  'POST /api/v1/user/reserves': [customers('201'), reserve],
  'GET /api/v1/user/reserves': [customers('200'), withAppointment],
  'GET /api/v1/user/reserves/:id': [owner('200'), appointment],
  'DELETE /api/v1/user/reserves/:id': [
    owner('200'),
    async scene => ({ params: { id: await scene.unconfirmed() } }),
  ],
  'POST /api/v3/user/reserves': [customers('201'), reserve],
  'GET /api/v3/user/reserves': [customers('200'), withAppointment],
  'GET /api/v3/user/reserves/:id': [owner('200'), appointment],
  'DELETE /api/v3/user/reserves/:id': [
    owner('200'),
    async scene => ({ params: { id: await scene.unconfirmed() } }),
  ],

  // The video attention: two seats, of a reservation or of a number.
  'GET /services/video/credentials?reserve': [
    twoSeats('200'),
    async scene => ({ query: { reserve: await scene.appointment() } }),
  ],
  'GET /services/video/credentials?tuid': [
    // The módulo that called, and no other of the office.
    {
      ...twoSeats('200'),
      supervisor: '403 meet-other-modulo',
      administrator: '403 meet-other-modulo',
    },
    async scene => {
      await scene.byVideo()
      return { query: { tuid: await scene.called() } }
    },
  ],
  'GET /services/video/credentials?tuid of a number that waits': [
    twoSeats('409 meet-not-called'),
    async scene => {
      await scene.byVideo()
      return { query: { tuid: await scene.ticket() } }
    },
  ],

  // The desk.
  'GET /services/desk/captcha': [everybody('200')],
  // Of one's own presses, whatever the office.
  'POST /services/desk/presses/:press': [
    { ...customers(NOT_YOURS), ...staff('200') },
    () => ({ params: { press: randomUUID() } }),
  ],
  'GET /services/desk/offices/:id': [desk('200'), office],
  'POST /services/desk/offices/:id/modulo': [
    // The clerk has it open.
    { ...desk('200'), supervisor: '409 modulo-taken', administrator: '409 modulo-taken' },
    async scene => ({ ...office(scene), body: { modulo_id: await scene.modulo() } }),
  ],
  'POST /services/desk/offices/:id/served-lines': [
    atModulo('200'),
    async scene => {
      await scene.modulo()
      return { ...office(scene), body: { line_ids: [scene.line_id] } }
    },
  ],
  'POST /services/desk/offices/:id/call': [
    atModulo('200'),
    async scene => {
      await scene.modulo()
      await scene.ticket()
      return { ...office(scene), body: { line_ids: [] } }
    },
  ],
  'POST /services/desk/offices/:id/arrived': [
    atModulo('200'),
    async scene => ({ ...office(scene), body: { tuid: await scene.called() } }),
  ],
  'POST /services/desk/offices/:id/take-back': [
    atModulo('200'),
    async scene => ({ ...office(scene), body: { tuid: await scene.called() } }),
  ],
  'POST /services/desk/offices/:id/tickets/:tuid/call': [
    atModulo('200'),
    async scene => {
      await scene.modulo()
      return {
        params: { id: scene.office_id, tuid: await scene.ticket() },
        body: { reason: 'vuelve con un papel' },
      }
    },
  ],
  'GET /services/desk/offices/:id/tickets': [
    desk('200'),
    async scene => {
      await scene.ticket()
      return { ...office(scene), query: { list: 'waiting' } }
    },
  ],
  'POST /services/desk/offices/:id/call-again': [
    atModulo('200'),
    async scene => {
      await scene.called()
      return office(scene)
    },
  ],
  'POST /services/desk/offices/:id/absent': [
    atModulo('200'),
    async scene => {
      await scene.called()
      return office(scene)
    },
  ],
  'POST /services/desk/offices/:id/attended': [
    atModulo('200'),
    async scene => {
      await scene.called()
      return office(scene)
    },
  ],
  'POST /services/desk/offices/:id/park': [
    atModulo('200'),
    async scene => {
      await scene.called()
      return office(scene)
    },
  ],
  'POST /services/desk/offices/:id/transfer': [
    atModulo('200'),
    async scene => {
      await scene.called()
      return { ...office(scene), body: { modulo_id: await scene.otherModulo() } }
    },
  ],
  'POST /services/desk/offices/:id/tickets/:tuid/bring-back': [
    desk('200'),
    async scene => ({ params: { id: scene.office_id, tuid: await scene.missed() } }),
  ],
  'POST /services/desk/offices/:id/tickets/:tuid/put-back': [
    desk('200'),
    async scene => ({ params: { id: scene.office_id, tuid: await scene.parked() } }),
  ],
  'POST /services/desk/offices/:id/tickets/:tuid/call-parked': [
    atModulo('200'),
    async scene => ({ params: { id: scene.office_id, tuid: await scene.parked() } }),
  ],
  'POST /services/desk/offices/:id/lines/:lineId/frozen': [
    desk('200'),
    ({ office_id, line_id }) => ({ params: { id: office_id, lineId: line_id }, body: { frozen: true } }),
  ],
  'POST /services/desk/offices/:id/frozen': [
    desk('200'),
    scene => ({ ...office(scene), body: { frozen: true } }),
  ],
  'POST /services/desk/offices/:id/lines/:lineId/closed': [
    desk('200'),
    async scene => {
      await scene.ticket()
      const { office_id, line_id } = scene
      return { params: { id: office_id, lineId: line_id }, body: { closed: true, waiting: 'send-home' } }
    },
  ],
  'POST /services/desk/offices/:id/closed': [
    desk('200'),
    async scene => {
      await scene.ticket()
      return { ...office(scene), body: { closed: true, waiting: 'send-home' } }
    },
  ],
  'POST /services/desk/offices/:id/break': [
    atModulo('200'),
    async scene => {
      await scene.modulo()
      return { ...office(scene), body: { minutes: 10 } }
    },
  ],
  'POST /services/desk/offices/:id/help': [
    atModulo('200'),
    async scene => {
      await scene.modulo()
      return { ...office(scene), body: { asks: true } }
    },
  ],
  'POST /services/desk/offices/:id/modulos/:moduloId/help': [
    desk('200'),
    async scene => ({ params: { id: scene.office_id, moduloId: await scene.anotherModulo() } }),
  ],
  'GET /services/desk/offices/:id/messages': [desk('200'), office],
  'POST /services/desk/offices/:id/messages': [
    desk('200'),
    async scene => {
      await scene.ticket()
      return { ...office(scene), body: { message: 'delay', line_id: scene.line_id } }
    },
  ],
  'POST /services/desk/offices/:id/tickets': [
    desk('201'),
    scene => ({ ...office(scene), body: { line_id: scene.line_id, request_id: randomUUID() } }),
  ],
  'GET /services/desk/offices/:id/tickets/:tuid/paper': [
    desk('200'),
    async scene => ({ params: { id: scene.office_id, tuid: await scene.paperNumber() } }),
  ],
  'POST /services/desk/offices/:id/tickets/:tuid/remove': [
    desk('200'),
    async scene => ({ params: { id: scene.office_id, tuid: await scene.ticket() } }),
  ],
  'POST /services/desk/offices/:id/tickets/:tuid/note': [
    desk('200'),
    async scene => ({
      params: { id: scene.office_id, tuid: await scene.ticket() },
      body: { note: 'Trae el poder', was: null },
    }),
  ],
  'POST /services/desk/offices/:id/tickets/:tuid/delivered': [
    desk('200'),
    async scene => {
      const services = json(['Copia'])
      await scene.db.updateTable('offices').set({ services }).where('id', '=', scene.office_id).execute()
      await scene.called()
      return {
        params: { id: scene.office_id, tuid: await scene.ticket() },
        body: { delivered: [{ service: 'Copia', quantity: 2 }], was: [] },
      }
    },
  ],
  'POST /services/desk/offices/:id/tickets/:tuid/preference': [
    desk('409 no-preference'),
    // An office without a rule for it.
    async scene => ({
      params: { id: scene.office_id, tuid: await scene.ticket() },
      body: { preferential: true },
    }),
  ],
  'GET /services/desk/offices/:id/why-before': [
    desk('200'),
    async scene => {
      await scene.ticket()
      return { ...office(scene), query: { first: 'A001', second: 'A001' } }
    },
  ],
  'POST /services/desk/offices/:id/reservations/:reservationId/arrived': [
    desk('200'),
    async scene => ({ params: { id: scene.office_id, reservationId: await scene.appointment() } }),
  ],
  'POST /services/desk/offices/:id/reservations/:reservationId/remove': [
    desk('204'),
    async scene => ({ params: { id: scene.office_id, reservationId: await scene.unconfirmed() } }),
  ],
  // For somebody else.
  'GET /services/desk/offices/:id/bookable': [desk('200'), office],
  'GET /services/desk/offices/:id/lines/:lineId/unavailable': [
    desk('200'),
    scene => ({ params: { id: scene.office_id, lineId: scene.line_id } }),
  ],
  'GET /services/desk/offices/:id/lines/:lineId/timeblocks': [
    desk('200'),
    scene => ({ params: { id: scene.office_id, lineId: scene.line_id }, query: { day: '2026-11-23' } }),
  ],
  'POST /services/desk/offices/:id/reservations': [
    desk('201'),
    async scene => ({
      ...office(scene),
      body: {
        line_id: scene.line_id,
        block: await scene.free(),
        request_id: randomUUID(),
        name: 'Rosa Díaz',
      },
    }),
  ],
  'POST /services/desk/offices/:id/reservations/find': [
    desk('200'),
    scene => ({ ...office(scene), body: { text: 'Rosa' } }),
  ],
  'POST /services/desk/offices/:id/reservations/:reservationId/move': [
    desk('422 reserve-invalid'),
    async scene => ({
      params: { id: scene.office_id, reservationId: await scene.unconfirmed() },
      body: { block: { from: '2036-11-23T15:00:00Z', to: '2036-11-23T15:15:00Z' } },
    }),
  ],
  'GET /services/desk/offices/:id/figures': [leaders('200'), office],
  'GET /services/desk/offices/:id/figures.csv': [leaders('200'), office],
  'GET /services/desk/offices/:id/figures-services.csv': [leaders('200'), office],
  'GET /services/desk/offices/:id/links': [leaders('200'), office],
  'POST /services/desk/offices/:id/links': [
    leaders('201'),
    scene => ({ ...office(scene), body: { use: 'wall', name: 'Sala', languages: ['es'] } }),
  ],
  'POST /services/desk/offices/:id/links/:linkId/revoke': [
    leaders('200'),
    async scene => ({ params: { id: scene.office_id, linkId: await scene.link('wall') } }),
  ],

  // Televisions and tablets. Their session is their cookie's, and its link's.
  'POST /services/desk/devices/:use/:office/session': [
    everybody('401 link-invalid'),
    ({ slug }) => ({ params: { use: 'wall', office: slug }, body: { secret: 'A'.repeat(43) } }),
  ],
  'GET /services/desk/devices/:use/:office/session': [
    { ...everybody('204'), wall: '200', deviceRevoked: OVER },
    ({ slug }) => ({ params: { use: 'wall', office: slug } }),
  ],
  'GET /services/desk/devices/wall': [device('wall', '200')],
  'GET /services/desk/devices/kiosk': [device('kiosk', '200')],
  'POST /services/desk/devices/kiosk/tickets': [
    { ...device('kiosk', '201'), kioskElsewhere: '404 line-no-exist' },
    scene => ({ body: { line_id: scene.line_id, request_id: randomUUID() } }),
  ],
  'GET /services/desk/devices/kiosk/reservations': [
    device('kiosk', '200'),
    () => ({ query: { code: '0AF' } }),
  ],
  'POST /services/desk/devices/kiosk/reservations/:id/arrived': [
    // By video: nobody comes in by the door.
    device('kiosk', '404 not-found'),
    async scene => ({ params: { id: await scene.appointment() } }),
  ],
  'GET /api/v1/machine/state': [machines('200')],
  'GET /api/v1/machine/calls': [machines('200'), () => ({ query: { after: '0' } })],
  'POST /api/v1/machine/numbers': [
    { ...machines('201'), machineLooks: NOT_YOURS, machineElsewhere: '404 line-no-exist' },
    scene => ({ body: { line_id: scene.line_id, request_id: randomUUID() } }),
  ],

  // Where else it is told what happens at an office.
  'GET /services/desk/offices/:id/webhooks': [leaders('200'), office],
  'POST /services/desk/offices/:id/webhooks': [
    leaders('201'),
    scene => ({ ...office(scene), body: { url: 'https://avisos.example/numerito', topics: ['called'] } }),
  ],
  'POST /services/desk/offices/:id/webhooks/:webhookId/secret': [leaders('201'), webhook],
  'POST /services/desk/offices/:id/webhooks/:webhookId/test': [leaders('200'), webhook],
  'POST /services/desk/offices/:id/webhooks/:webhookId/resume': [leaders('200'), webhook],
  'POST /services/desk/offices/:id/webhooks/:webhookId/remove': [leaders('200'), webhook],

  'GET /services/desk/offices/:id/reservations': [
    desk('200'),
    async scene => {
      await scene.appointment()
      return office(scene)
    },
  ],
  'POST /services/desk/offices/:id/reservations/:reservationId/call': [
    atModulo('200'),
    async scene => {
      await scene.modulo()
      return { params: { id: scene.office_id, reservationId: await scene.appointment() } }
    },
  ],
  'POST /services/desk/offices/:id/reservations/:reservationId/confirm': [
    desk('200'),
    async scene => ({ params: { id: scene.office_id, reservationId: await scene.unconfirmed() } }),
  ],

  // Who works at an office. A link that somebody made up is the same to all.
  'POST /services/desk/invitations/look': [
    everybody('404 invitation-invalid'),
    () => ({ body: { token: 'A'.repeat(43) } }),
  ],
  'POST /services/desk/invitations/accept': [
    everybody('404 invitation-invalid'),
    () => ({ body: { as: 'password', token: 'A'.repeat(43), password: 'una clave muy larga' } }),
  ],
  'PUT /services/desk/password': [
    { ...customers(NOT_YOURS), ...staff('400 password-too-short') },
    // Nobody guesses at a password here: who goes on at it is slowed down.
    () => ({ body: { current: 'no password of anybody', password: 'corta' } }),
  ],
  'POST /services/desk/offices': [
    { ...customers(NOT_YOURS), ...staff('403 administrators-only'), administrator: '200' },
    () => ({ body: { office: {} } }),
  ],
  'GET /services/desk/offices/:id/people': [leaders('200'), office],
  'GET /services/desk/offices/:id/acts': [
    leaders('200'),
    async scene => {
      await scene.called()
      return office(scene)
    },
  ],
  'POST /services/desk/offices/:id/invitations': [
    leaders('201'),
    scene => ({ ...office(scene), body: { role: 'clerk' } }),
  ],
  'POST /services/desk/offices/:id/invitations?administrator': [
    { ...leaders('403 administrators-only'), administrator: '201' },
    scene => ({ ...office(scene), body: { role: 'administrator' } }),
  ],
  'POST /services/desk/offices/:id/invitations/:invitationId/revoke': [
    leaders('200'),
    ({ office_id }) => ({ params: { id: office_id, invitationId: randomUUID() } }),
  ],
  // What an office is. An entry with faults changes nothing.
  'GET /services/desk/offices/:id/settings': [leaders('200'), office],
  'GET /services/desk/offices/:id/settings/left-out': [leaders('200'), office],
  'POST /services/desk/offices/:id/settings/check': [
    leaders('200'),
    scene => ({ ...office(scene), body: { office: {} } }),
  ],
  'PUT /services/desk/offices/:id/settings': [
    leaders('409 settings-moved'),
    scene => ({ ...office(scene), body: { version: 'A'.repeat(27), office: {} } }),
  ],
  'POST /services/desk/offices/:id/settings/undo': [
    leaders('409 settings-moved'),
    scene => ({ ...office(scene), body: { version: 'A'.repeat(27) } }),
  ],
  'POST /services/desk/offices/:id/people/:clerkId/role': [
    leaders('200'),
    async scene => ({
      params: { id: scene.office_id, clerkId: await scene.colleague() },
      body: { role: 'supervisor' },
    }),
  ],
  'POST /services/desk/offices/:id/people/:clerkId/retire': [
    leaders('200'),
    async scene => ({ params: { id: scene.office_id, clerkId: await scene.colleague() } }),
  ],
}
