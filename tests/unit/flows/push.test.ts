import { afterAll, describe, expect, it } from 'vitest'
import { PUSH_TEST_PATIENCE_MS } from '#contract/limits.ts'
import type { Session } from '#contract/rest/login.ts'
import { tellLanguage, tellUntoldLanguage } from '#src/flows/session/tell-language.ts'
import { declinePush } from '#src/flows/push/decline-push.ts'
import { disablePush } from '#src/flows/push/disable-push.ts'
import { enablePush } from '#src/flows/push/enable-push.ts'
import { loadPreferences } from '#src/flows/push/load-preferences.ts'
import { recallPush } from '#src/flows/push/recall-push.ts'
import { renewPush } from '#src/flows/push/renew-push.ts'
import { expireSession } from '#src/flows/session/expire-session.ts'
import { enterSession } from '#src/flows/session/enter-session.ts'
import { savePreferences } from '#src/flows/push/save-preferences.ts'
import { resubscribePush } from '#src/flows/push/resubscribe-push.ts'
import { startSession } from '#src/flows/session/start-session.ts'
import { testPush } from '#src/flows/push/test-push.ts'
import { dropOpening, wishOpening } from '#src/flows/push/wish-opening.ts'
import { ApiError } from '#src/api/api-error.ts'
import { bindFlows } from '#src/flows/bind-flows.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { readWho } from '#src/handoff/who.ts'
import { PushDoorError } from '#src/platform/push-door.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { HandTime } from '../platform/fakes.ts'
import { soon } from '../platform/soon.ts'
import type { Device, DeviceOptions } from './device.ts'
import { nextEmail, PASSWORD, phones } from './phones.ts'

let service: PushService
const here = phones(async () => {
  service = await startPushService()
  return { settings: { push: { contact: 'mailto:tests@numerito.example', hosts: [service.origin] } } }
})
afterAll(() => service.stop())

const registrations = () =>
  here.door
    .asked('POST /services/push/subscriptions')
    .map(({ body }) => (body as { endpoint: string }).endpoint)

/** A phone on which somebody is signed in, and whose browser subscribes at a push service. */
const signedIn = async (options?: DeviceOptions) => ringing(await here.signedIn(options))

function ringing<Phone extends Device & { session: Session }>(made: Phone) {
  const { fakes, session } = made
  const { db } = here.server.database
  const { token, user_id } = session
  /** All that its browser ever had, in their order. */
  const endpoints: string[] = []
  fakes.pushDoor.make = key => {
    const { subscription } = service.createSubscription(key)
    endpoints.push(subscription.endpoint)
    return subscription
  }
  /** Those that the server would ring. */
  const subscriptions = () =>
    db
      .selectFrom('push_subscriptions')
      .select(['user_id', 'endpoint', 'language'])
      .where('user_id', '=', user_id)
      .execute()
  const preferences = '/preferences'
  return {
    ...made,
    endpoints,
    subscriptions,
    /** The push service says that all of them are over, and the server deletes what it meets so. */
    async endSubscriptions() {
      for (const endpoint of endpoints) service.answerWith(endpoint, 410)
      await here.server.ask('push', '/test', { token, body: {} })
      expect(await subscriptions()).toEqual([])
    },
    /** The worker has shown the notice that was sent last. */
    async show() {
      const { id } = await db
        .selectFrom('push_deliveries')
        .innerJoin('push_subscriptions', 'push_subscriptions.id', 'subscription_id')
        .select('push_deliveries.id')
        .where('push_deliveries.user_id', '=', user_id)
        .executeTakeFirstOrThrow()
      await here.server.ask('push', `/deliveries/${id}`, { body: { shown: true } })
    },
    /** What the server knows, whoever chose it. */
    async preferences() {
      const read = await here.server.ask('users', `${preferences}?site=web`, { token })
      return ((await read.json()) as { data: { web?: object } }).data.web
    },
    /** From another window. */
    choose: (notifications: object) =>
      here.server.ask('users', preferences, { token, body: { site: 'web', notifications } }),
  }
}

describe('notices on a locked phone', () => {
  it('[PUSH-01] switched on: permission, subscription, registration with user_id, the preference', async () => {
    const { context, stores, fakes, session, endpoints, subscriptions } = await signedIn()
    expect(await enablePush(context, 'after-ticket')).toBe('on')
    expect(fakes.pushDoor.asked).toBe(1)
    const [endpoint] = endpoints
    expect(await subscriptions()).toEqual([{ user_id: session.user_id, endpoint, language: 'es' }])
    expect(stores.preferences.getState().preferences.push).toBe(true)
    expect(stores.push.getState()).toMatchObject({ state: 'on', isWorking: false })
  })

  it('[PUSH-06] never asks again after never_show_popup_notifications, but in the preferences', async () => {
    const { context, fakes, stores } = await signedIn()
    expect(await declinePush(context)).toEqual({ status: 'done' })
    expect(stores.preferences.getState().preferences.never_show_popup_notifications).toBe(true)
    expect(await enablePush(context, 'after-ticket')).toBe('off')
    expect(fakes.pushDoor.asked).toBe(0)
    expect(await enablePush(context, 'preferences')).toBe('on')
    expect(fakes.pushDoor.asked).toBe(1)
  })

  it('[PUSH-06] a start does not ask, whatever the preference says', async () => {
    const { context, fakes, stores, subscriptions } = await signedIn()
    stores.preferences
      .getState()
      .setLoaded({ whatsapp: 'prompt', push: true, never_show_popup_notifications: false })
    await renewPush(context)
    expect(fakes.pushDoor.asked).toBe(0)
    expect(await subscriptions()).toEqual([])
  })

  it('the switch shows its true state: blocked, to be installed, not supported, failed', async () => {
    const { context, fakes } = await signedIn()
    fakes.pushDoor.answer = 'denied'
    expect(await enablePush(context, 'preferences')).toBe('blocked')
    fakes.pushDoor.permission = 'needs-install'
    expect(await enablePush(context, 'preferences')).toBe('needs-install')
    fakes.pushDoor.permission = 'unsupported'
    expect(await enablePush(context, 'preferences')).toBe('unsupported')
    fakes.pushDoor.permission = 'granted'
    fakes.pushDoor.fails = 'push-timeout'
    expect(await enablePush(context, 'preferences')).toBe('failed')
    fakes.pushDoor.fails = null
    here.door.faults.set('POST /services/push/subscriptions', 'down')
    expect(await enablePush(context, 'preferences')).toBe('failed')
  })

  it('[PUSH-01] switched off: the subscription ends here and at the server, and the preference with the last', async () => {
    const { context, fakes, stores, subscriptions, preferences } = await signedIn()
    await enablePush(context, 'preferences')
    expect(await disablePush(context)).toEqual({ status: 'done' })
    expect(fakes.pushDoor.subscription).toBeNull()
    expect(await subscriptions()).toEqual([])
    expect(await preferences()).toMatchObject({ push: false })
    expect(stores.push.getState().state).toBe('off')
  })

  it('[PUSH-01] [HAND-01] switched off on one device, the other one rings on, and switches nothing on again', async () => {
    const phone = await signedIn()
    const laptop = here.device()
    laptop.context.session.signedIn(phone.session)
    laptop.fakes.pushDoor.make = phone.fakes.pushDoor.make
    for (const { context } of [phone, laptop]) {
      await loadPreferences(context)
      await enablePush(context, 'preferences')
    }
    await disablePush(laptop.context)
    expect(await phone.subscriptions()).toMatchObject([{ endpoint: phone.endpoints[0] }])
    expect(await phone.preferences()).toMatchObject({ push: true })
    for (const { context } of [phone, laptop]) await renewPush(context)
    expect(phone.stores.push.getState().state).toBe('on')
    expect(laptop.stores.push.getState().state).toBe('off')
    expect(registrations()).toHaveLength(2)
  })

  it('[HAND-01] switched off where neither the browser nor the server hears of it, it stays on, and says so', async () => {
    const { context, fakes, stores, endpoints, subscriptions } = await signedIn()
    await enablePush(context, 'preferences')
    const registered = await context.db.userData.read('push')
    const { unsubscribe } = fakes.pushDoor
    fakes.pushDoor.unsubscribe = async () => false
    here.door.faults.set(`DELETE /services/push/subscriptions/${registered?.id}`, 'down')
    expect(await disablePush(context)).toMatchObject({ status: 'failed' })
    expect(stores.push.getState()).toMatchObject({ state: 'unconfirmed', isWorking: false })
    expect(await context.db.userData.read('push')).toEqual(registered)
    expect(await subscriptions()).toMatchObject([{ endpoint: endpoints[0] }])
    fakes.pushDoor.unsubscribe = unsubscribe
    here.door.mend()
    expect(await disablePush(context)).toEqual({ status: 'done' })
    expect(await subscriptions()).toEqual([])
  })

  it.each(['blocked', 'on'] as const)(
    'the switch follows what the phone’s own settings say meanwhile (%s)',
    async was => {
      const { context, fakes, stores } = await signedIn()
      await loadPreferences(context)
      fakes.pushDoor.answer = was === 'on' ? 'granted' : 'denied'
      here.atTheEnd(keepWatch(context))
      expect(await enablePush(context, 'preferences')).toBe(was)
      const look = () => {
        fakes.visibility.show(false)
        fakes.visibility.show(true)
      }
      look()
      fakes.pushDoor.permission = was === 'on' ? 'denied' : 'granted'
      look()
      await soon(() => stores.push.getState().state).toBe(was === 'on' ? 'blocked' : 'off')
    },
  )

  it('a browser that will not part with its subscription leaves a switch that can be pressed, and stops no start', async () => {
    const { context, fakes, stores } = await signedIn()
    await enablePush(context, 'preferences')
    fakes.pushDoor.unsubscribe = () => Promise.reject(new PushDoorError('push-refused'))
    await resubscribePush(context)
    expect(stores.push.getState()).toMatchObject({ state: 'failed', isWorking: false })
    fakes.pushDoor.current = () => Promise.reject(new PushDoorError('push-refused'))
    await renewPush(context)
    expect(stores.push.getState()).toMatchObject({ state: 'failed', isWorking: false })
    here.door.faults.set('POST /services/push/subscriptions/check', 'down')
    await recallPush(context)
    expect(stores.push.getState()).toMatchObject({ state: 'off', isWorking: false })
  })

  it('[PUSH-07] a subscription of whoever was here before, whose session ended by itself, does not ring as another’s', async () => {
    const { context, fakes, stores } = await signedIn()
    await enablePush(context, 'preferences')
    await expireSession(context)
    await enterSession(context, await here.admit('Bruno'))
    await loadPreferences(context)
    await renewPush(context)
    expect(fakes.pushDoor.subscription).toBeNull()
    expect(await context.db.userData.read('push')).toBeNull()
    expect(stores.push.getState().state).toBe('off')
  })

  it('[HAND-01] a server that is asked too often denies nothing: what was known of this browser stands', async () => {
    const { context, stores } = await signedIn()
    await enablePush(context, 'preferences')
    const check = () => Promise.reject(new ApiError('too-many-requests', 429, 'asked too often'))
    await renewPush({ ...context, api: { ...context.api, push: { ...context.api.push, check } } })
    expect(stores.push.getState().state).toBe('unconfirmed')
  })

  it('[PUSH-07] nor where they have notices switched on, on a phone of their own', async () => {
    const { context, fakes, stores } = await signedIn()
    await enablePush(context, 'preferences')
    await expireSession(context)
    await enterSession(context, await here.admit('Bruno'))
    expect(await savePreferences(context, { push: true })).toEqual({ status: 'done' })
    await loadPreferences(context)
    await renewPush(context)
    expect(fakes.pushDoor.subscription).toBeNull()
    expect(await context.db.userData.read('push')).toBeNull()
    expect(stores.push.getState().state).toBe('off')
    expect(registrations()).toHaveLength(1)
  })

  it('[AUTH-03] goes on for whoever comes into their account, by the same subscription', async () => {
    const account = { user: nextEmail(), password: PASSWORD }
    await bindFlows(here.device().context).signUp({ ...account, name: 'Ana' })
    const { context, stores, endpoints } = await signedIn()
    await enablePush(context, 'preferences')
    expect(await bindFlows(context).signIn(account)).toEqual({ status: 'done' })
    expect(stores.push.getState().state).toBe('on')
    const user_id = context.session.user()?.user_id
    expect(await context.db.userData.read('push')).toMatchObject({ user_id, endpoint: endpoints[0] })
    expect(endpoints).toHaveLength(1)
  })

  it('[PUSH-05] a subscription that the browser changed or lost is registered anew at the start; the same one is not', async () => {
    const { context, fakes, stores, endpoints, subscriptions } = await signedIn()
    await enablePush(context, 'preferences')
    await renewPush(context)
    expect(await subscriptions()).toHaveLength(1)
    const { public_key } = await context.api.push.key()
    fakes.pushDoor.subscription = fakes.pushDoor.make(public_key)
    await renewPush(context)
    fakes.pushDoor.subscription = null
    await renewPush(context)
    expect(endpoints).toHaveLength(3)
    expect(registrations()).toEqual(endpoints)
    expect((await subscriptions()).map(({ endpoint }) => endpoint).sort()).toEqual(endpoints.toSorted())
    expect(stores.push.getState().state).toBe('on')
  })

  it('[HAND-01] a subscription that the server would ring no more is ended and made anew at the next start', async () => {
    const { context, fakes, stores, time, endpoints, subscriptions, endSubscriptions } = await signedIn()
    await enablePush(context, 'preferences')
    // The browser keeps its own.
    await endSubscriptions()
    time.pass(5_000)
    await renewPush(context)
    expect(fakes.pushDoor.subscription?.endpoint).toBe(endpoints[1])
    expect(await subscriptions()).toMatchObject([{ endpoint: endpoints[1] }])
    expect(stores.push.getState().state).toBe('on')
    expect((await context.db.userData.read('push'))?.confirmed_at).toBe(time.now())
  })

  it('[HAND-01] says no "Activado" where the server would not ring and no new subscription can be had', async () => {
    const { context, fakes, stores, endSubscriptions } = await signedIn()
    await enablePush(context, 'preferences')
    await endSubscriptions()
    fakes.pushDoor.fails = 'push-refused'
    await renewPush(context)
    expect(stores.push.getState().state).toBe('failed')
  })

  it('[HAND-01] two looks at once make one new subscription', async () => {
    const { context, subscriptions, endSubscriptions } = await signedIn()
    await enablePush(context, 'preferences')
    await endSubscriptions()
    await Promise.all([renewPush(context), renewPush(context)])
    expect(await subscriptions()).toHaveLength(1)
  })

  it('[HAND-01] started without a network, a living subscription is not "Desactivado": what is known, since when', async () => {
    const first = await signedIn()
    await enablePush(first.context, 'preferences')
    const since = first.time.now()
    const { context, fakes, stores } = here.device({ database: first.database })
    fakes.pushDoor.permission = 'granted'
    fakes.pushDoor.subscription = first.fakes.pushDoor.subscription
    here.door.faults.set('GET /services/login/session', 'down')
    expect(await startSession(context)).toBe('remembered')
    expect(stores.push.getState()).toMatchObject({ state: 'unconfirmed', knownAt: since })
    // Gone from the browser, it cannot ring.
    fakes.pushDoor.subscription = null
    await recallPush(context)
    expect(stores.push.getState()).toMatchObject({ state: 'off', knownAt: null })
  })

  it('[HAND-01] neither is it when the server, or the preferences, cannot be asked', async () => {
    const { context, stores } = await signedIn()
    await enablePush(context, 'preferences')
    here.door.faults.set('POST /services/push/subscriptions/check', 'down')
    await renewPush(context)
    expect(stores.push.getState().state).toBe('unconfirmed')
    here.door.mend()
    here.door.faults.set('GET /services/users/v2/preferences', 'down')
    await loadPreferences(context)
    await renewPush(context)
    expect(stores.push.getState().state).toBe('unconfirmed')
  })

  it('[HAND-01] "Probar el aviso" rings this very browser, and says when it was shown here', async () => {
    const timers = new HandTime()
    const { context, endpoints, show } = await signedIn({ timers })
    expect(await testPush(context)).toMatchObject({ status: 'failed', code: 'no-subscription' })
    await enablePush(context, 'preferences')
    const tested = testPush(context)
    const looks = () => here.door.requests.filter(({ path }) => path.includes('/push/deliveries/')).length
    await soon(() => timers.pending).toBe(1)
    timers.pass(1_000)
    await soon(looks).toBe(1)
    await soon(() => timers.pending).toBe(1)
    expect(service.accepted.at(-1)?.endpoint).toBe(endpoints[0])
    await show()
    timers.pass(1_000)
    expect(await tested).toEqual({ status: 'shown', at: here.server.clock.now().toISOString() })
  })

  it('[HAND-01] "Probar el aviso" says after 15 s that it did not come; activated again, the browser has a new subscription', async () => {
    const timers = new HandTime()
    const { context, stores, endpoints, subscriptions } = await signedIn({ timers })
    await enablePush(context, 'preferences')
    let answer: unknown
    void testPush(context).then(said => {
      answer = said
    })
    for (let second = 0; second < PUSH_TEST_PATIENCE_MS / 1_000; second++) {
      expect(answer).toBeUndefined()
      await soon(() => timers.pending).toBe(1)
      timers.pass(1_000)
    }
    await soon(() => answer).toEqual({ status: 'late' })
    await resubscribePush(context)
    expect(endpoints).toHaveLength(2)
    expect(registrations()).toEqual(endpoints)
    expect(await subscriptions()).toContainEqual(expect.objectContaining({ endpoint: endpoints[1] }))
    expect(stores.push.getState()).toMatchObject({ state: 'on', isWorking: false })
  })

  it('[HAND-01] "Probar el aviso" heals first what the server rings no more', async () => {
    const timers = new HandTime()
    const { context, fakes, endpoints, endSubscriptions, show } = await signedIn({ timers })
    await enablePush(context, 'preferences')
    await endSubscriptions()
    const tested = testPush(context)
    await soon(() => timers.pending).toBe(1)
    await show()
    timers.pass(1_000)
    expect(await tested).toMatchObject({ status: 'shown' })
    expect(fakes.pushDoor.subscription?.endpoint).toBe(endpoints[1])
  })
})

it('[PUSH-01] the switch that is pressed before the server has said who is here is on once it has', async () => {
  const { context, subscriptions } = ringing(await here.reloaded())
  const enabling = enablePush(context, 'preferences')
  await startSession(context)
  expect(await enabling).toBe('on')
  expect(await subscriptions()).toHaveLength(1)
})

describe('the wish to be told when an office opens', () => {
  const WISH = 'PUT /services/push/openings'

  /** Somebody who stands before the office of this test; `wished` is what the server would ring them for. */
  async function before() {
    const made = await signedIn()
    const { token } = made.session
    return {
      ...made,
      about: { office_id: here.office.office_id, line_id: null },
      wished: async () => (await here.server.ask('push', '/openings', { token })).json(),
    }
  }

  it('[PUSH-06] asks by its own press, also who never wants to be asked, and is kept until it is withdrawn', async () => {
    const { context, fakes, about, wished, subscriptions } = await before()
    await declinePush(context)
    expect(await wishOpening(context, about)).toEqual({ status: 'done', wishes: [about] })
    expect(fakes.pushDoor.asked).toBe(1)
    expect(await subscriptions()).toHaveLength(1)
    expect(await wished()).toEqual([about])
    expect(await dropOpening(context, about)).toEqual({ status: 'done', wishes: [] })
    expect(await wished()).toEqual([])
  })

  it.each(['the device knows who is', 'nobody knows yet who is'])(
    '[PUSH-06] asks by its own press where %s here, and is done once the server has said so',
    async known => {
      const page = known.startsWith('nobody')
        ? { ...here.device(), session: await here.admit() }
        : await here.reloaded()
      const { context, fakes, stores, subscriptions } = ringing(page)
      context.session.loading()
      const about = { office_id: here.office.office_id, line_id: null }
      const wishing = wishOpening(context, about)
      expect(fakes.pushDoor.asked).toBe(1)
      expect(stores.push.getState().isWorking).toBe(true)
      await startSession(context)
      expect(await wishing).toEqual({ status: 'done', wishes: [about] })
      expect(await subscriptions()).toHaveLength(1)
    },
  )

  it('is nobody’s where it turns out that a guest is here, and says nothing of a failure', async () => {
    const { context, stores } = here.device()
    context.session.loading()
    const wishing = wishOpening(context, { office_id: here.office.office_id, line_id: null })
    await startSession(context)
    expect(await wishing).toMatchObject({ status: 'failed', code: 'user-is-guest' })
    expect(stores.push.getState()).toMatchObject({ state: 'off', isWorking: false })
    expect(here.door.asked('POST /services/push/subscriptions')).toEqual([])
  })

  it('is left with nobody where this browser would not ring, and says why', async () => {
    const { context, fakes, about, wished } = await before()
    fakes.pushDoor.answer = 'denied'
    expect(await wishOpening(context, about)).toEqual({ status: 'unheard', state: 'blocked' })
    fakes.pushDoor.permission = 'granted'
    fakes.pushDoor.fails = 'push-refused'
    expect(await wishOpening(context, about)).toEqual({ status: 'unheard', state: 'failed' })
    expect(here.door.asked(WISH)).toEqual([])
    expect(await wished()).toEqual([])
  })

  it('that the server does not hear is a failure, and so is its withdrawal, after which it stands', async () => {
    const { context, about, wished } = await before()
    here.door.faults.set(WISH, 'down')
    expect(await wishOpening(context, about)).toMatchObject({ status: 'failed', code: 'unavailable' })
    expect(await wished()).toEqual([])
    here.door.mend()
    await wishOpening(context, about)
    here.door.faults.set('DELETE /services/push/openings', 'down')
    expect(await dropOpening(context, about)).toMatchObject({ status: 'failed', code: 'unavailable' })
    expect(await wished()).toEqual([about])
  })
})

describe('preferences', () => {
  it('[PROF-02] are read and saved', async () => {
    const { context, stores, preferences } = await signedIn()
    await loadPreferences(context)
    expect(stores.preferences.getState()).toMatchObject({
      status: 'loaded',
      preferences: { whatsapp: 'prompt', push: false, never_show_popup_notifications: false },
    })
    expect(await savePreferences(context, { whatsapp: true })).toEqual({ status: 'done' })
    expect(await preferences()).toMatchObject({ whatsapp: true, push: false })
    stores.preferences.getState().reset()
    await loadPreferences(context)
    expect(stores.preferences.getState().preferences.whatsapp).toBe(true)
  })

  it('[PROF-02] a failure falls back to the defaults, and what could not be saved is taken back', async () => {
    const { context, stores } = await signedIn()
    await savePreferences(context, { whatsapp: true })
    here.door.faults.set('POST /services/users/v2/preferences', 'down')
    expect(await savePreferences(context, { whatsapp: false })).toMatchObject({ code: 'unavailable' })
    expect(stores.preferences.getState().preferences.whatsapp).toBe(true)
    here.door.faults.set('GET /services/users/v2/preferences', 'down')
    await loadPreferences(context)
    expect(stores.preferences.getState()).toMatchObject({
      status: 'error',
      preferences: { whatsapp: 'prompt' },
    })
  })

  it('[PUSH-06] [I18N-01] what was chosen before is kept by whoever is quicker than the answer that tells it', async () => {
    const { context, stores, preferences, choose } = await signedIn()
    await choose({ whatsapp: true, push: true })
    stores.ui.getState().setLanguage('pt')
    await tellLanguage(context)
    expect(await preferences()).toMatchObject({ whatsapp: true, push: true })
    expect(stores.preferences.getState().preferences.push).toBe(true)
  })

  it('[PROF-02] what another window chose since stays, and is known from then on', async () => {
    const { context, stores, preferences, choose } = await signedIn()
    await loadPreferences(context)
    await choose({ push: true })
    await savePreferences(context, { whatsapp: false })
    expect(await preferences()).toMatchObject({ whatsapp: false, push: true })
    expect(stores.preferences.getState().preferences).toMatchObject({ whatsapp: false, push: true })
  })

  it('[PROF-02] an answer from before does not take back what was saved since', async () => {
    const { context, stores } = await signedIn()
    let letGo = () => {}
    const held = new Promise<void>(resolve => (letGo = resolve))
    const { preferences } = context.api
    const read = async () => {
      const answer = await preferences.read()
      await held
      return answer
    }
    const reading = loadPreferences({
      ...context,
      api: { ...context.api, preferences: { ...preferences, read } },
    })
    await savePreferences(context, { push: true })
    letGo()
    await reading
    expect(stores.preferences.getState()).toMatchObject({ status: 'loaded', preferences: { push: true } })
  })

  it('[PROF-02] what could not be saved before anything was known leaves nothing known', async () => {
    const { context, stores } = await signedIn()
    here.door.faults.set('POST /services/users/v2/preferences', 'down')
    expect(await savePreferences(context, { whatsapp: false })).toMatchObject({ code: 'unavailable' })
    expect(stores.preferences.getState().status).not.toBe('loaded')
  })

  it('a guest has none to save', async () => {
    const { context } = here.device()
    expect(await savePreferences(context, { push: true })).toMatchObject({ code: 'user-is-guest' })
  })
})

it.each(['a change of language', 'the switch'])(
  '[HAND-01] a subscription that the server would ring no more is not registered again by %s either',
  async way => {
    const { context, stores, endpoints, subscriptions, endSubscriptions } = await signedIn()
    await enablePush(context, 'preferences')
    await endSubscriptions()
    stores.ui.getState().setLanguage('en')
    if (way === 'the switch') await enablePush(context, 'preferences')
    else await tellLanguage(context)
    expect(endpoints).toHaveLength(2)
    expect(await subscriptions()).toMatchObject([{ endpoint: endpoints[1], language: 'en' }])
  },
)

it('[I18N-01] a change of language reaches the worker, the push and the preferences', async () => {
  const { context, stores, subscriptions } = await signedIn()
  await enablePush(context, 'preferences')
  stores.ui.getState().setLanguage('en')
  await tellLanguage(context)
  expect(await readWho()).toMatchObject({ language: 'en' })
  expect(await subscriptions()).toMatchObject([{ language: 'en' }])
  const saved = here.door.requests.filter(({ path }) => path === '/services/users/v2/preferences').at(-1)
  expect(saved?.body).toMatchObject({ language: 'en' })
})

it.each([
  ['while the server stumbles', () => signedIn()],
  ['before the server has said who is here', () => here.reloaded()],
])('[I18N-01] a language that was chosen %s is told at the next start', async (when, open) => {
  const { context, stores, session } = await open()
  stores.ui.getState().setLanguage('pt')
  const SAVE = 'POST /services/users/v2/preferences'
  here.door.faults.set(SAVE, 'down')
  await tellLanguage(context)
  expect(here.door.asked(SAVE)).toHaveLength(when === 'while the server stumbles' ? 1 : 0)
  here.door.mend()
  const languageOf = async () => {
    const { db } = here.server.database
    const row = db.selectFrom('users').select('language').where('id', '=', session.user_id)
    return (await row.executeTakeFirstOrThrow()).language
  }
  expect(await languageOf()).not.toBe('pt')
  expect(await startSession(context)).toBe('signed-in')
  expect(await languageOf()).toBe('pt')
  // Once is enough.
  const told = here.door.asked(SAVE).length
  await startSession(context)
  expect(here.door.asked(SAVE)).toHaveLength(told)
})

it('[I18N-01] a language that could not be told is told of nobody who comes after them', async () => {
  const { context, stores } = await signedIn()
  const SAVE = 'POST /services/users/v2/preferences'
  stores.ui.getState().setLanguage('pt')
  here.door.faults.set(SAVE, 'down')
  await tellLanguage(context)
  here.door.mend()
  const told = here.door.asked(SAVE).length
  await expireSession(context)
  await enterSession(context, await here.admit('Bruno'))
  await tellUntoldLanguage(context)
  expect(here.door.asked(SAVE)).toHaveLength(told)
  expect(await context.db.userData.read('language_untold')).toBeNull()
})

it('[I18N-01] of two languages that are chosen in one moment the last is told', async () => {
  const { context, stores, session } = await signedIn()
  const { preferences } = context.api
  const save: typeof preferences.save = async change => {
    const answer = await preferences.save(change)
    // The other one is chosen while this is on its way.
    if (change.language === 'pt') {
      stores.ui.getState().setLanguage('en')
      await context.db.userData.write('language_untold', { user_id: session.user_id, language: 'en' })
    }
    return answer
  }
  stores.ui.getState().setLanguage('pt')
  await tellLanguage({ ...context, api: { ...context.api, preferences: { ...preferences, save } } })
  expect(await context.db.userData.read('language_untold')).toMatchObject({ language: 'en' })
})
