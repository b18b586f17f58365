import { describe, expect, it } from 'vitest'
import { PUSH_TEST_PATIENCE_MS } from '#contract/limits.ts'
import { changeLanguage } from '#src/flows/session/change-language.ts'
import { declinePush } from '#src/flows/push/decline-push.ts'
import { disablePush } from '#src/flows/push/disable-push.ts'
import { enablePush } from '#src/flows/push/enable-push.ts'
import { loadPreferences } from '#src/flows/push/load-preferences.ts'
import { recallPush } from '#src/flows/push/recall-push.ts'
import { renewPush } from '#src/flows/push/renew-push.ts'
import { savePreferences } from '#src/flows/push/save-preferences.ts'
import { resubscribePush } from '#src/flows/push/resubscribe-push.ts'
import { startSession } from '#src/flows/session/start-session.ts'
import { testPush } from '#src/flows/push/test-push.ts'
import { readWho } from '#src/handoff/who.ts'
import { HandTime } from '../platform/fakes.ts'
import { soon } from '../platform/soon.ts'
import { streets } from './streets.ts'

const here = streets()
const subscriptions = () => [...here.town.subscriptions.values()]

describe('notices on a locked phone', () => {
  it('[PUSH-01] switched on: permission, subscription, registration with user_id, the preference', async () => {
    const { context, stores, fakes, session } = await here.signedIn()
    expect(await enablePush(context, 'after-ticket')).toBe('on')
    expect(fakes.pushDoor.asked).toBe(1)
    expect(subscriptions()).toEqual([
      { user_id: session.user_id, endpoint: 'https://push.example/BKey/1', language: 'es' },
    ])
    expect(stores.preferences.getState().preferences.push).toBe(true)
    expect(stores.push.getState()).toMatchObject({ state: 'on', isWorking: false })
  })

  it('[PUSH-06] never asks again after never_show_popup_notifications, but in the preferences', async () => {
    const { context, fakes, stores } = await here.signedIn()
    expect(await declinePush(context)).toEqual({ status: 'done' })
    expect(stores.preferences.getState().preferences.never_show_popup_notifications).toBe(true)
    expect(await enablePush(context, 'after-ticket')).toBe('off')
    expect(fakes.pushDoor.asked).toBe(0)
    expect(await enablePush(context, 'preferences')).toBe('on')
    expect(fakes.pushDoor.asked).toBe(1)
  })

  it('[PUSH-06] a start does not ask, whatever the preference says', async () => {
    const { context, fakes, stores } = await here.signedIn()
    stores.preferences
      .getState()
      .setLoaded({ whatsapp: 'prompt', push: true, never_show_popup_notifications: false })
    await renewPush(context)
    expect(fakes.pushDoor.asked).toBe(0)
    expect(subscriptions()).toEqual([])
  })

  it('the switch shows its true state: blocked, to be installed, not supported, failed', async () => {
    const { context, fakes } = await here.signedIn()
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
    here.town.faults.set('POST /services/push/subscriptions', 'down')
    expect(await enablePush(context, 'preferences')).toBe('failed')
  })

  it('switched off: the subscription ends here and at the server', async () => {
    const { context, fakes, stores } = await here.signedIn()
    await enablePush(context, 'preferences')
    expect(await disablePush(context)).toEqual({ status: 'done' })
    expect(fakes.pushDoor.subscription).toBeNull()
    expect(subscriptions()).toEqual([])
    expect(stores.preferences.getState().preferences.push).toBe(false)
    expect(stores.push.getState().state).toBe('off')
  })

  it('[PUSH-05] a subscription that the browser changed or lost is registered anew at the start; the same one is not', async () => {
    const { context, fakes, stores } = await here.signedIn()
    await enablePush(context, 'preferences')
    await renewPush(context)
    expect(subscriptions()).toHaveLength(1)
    fakes.pushDoor.subscription = {
      endpoint: 'https://push.example/changed',
      keys: { p256dh: 'P', auth: 'A' },
    }
    await renewPush(context)
    fakes.pushDoor.subscription = null
    await renewPush(context)
    expect(subscriptions().map(({ endpoint }) => endpoint)).toEqual([
      'https://push.example/BKey/1',
      'https://push.example/changed',
      'https://push.example/BKey/2',
    ])
    expect(stores.push.getState().state).toBe('on')
  })

  it('[HAND-01] a subscription that the server would ring no more is ended and made anew at the next start', async () => {
    const { context, fakes, stores, time } = await here.signedIn()
    await enablePush(context, 'preferences')
    // The push service answered 410: the server has deleted it, the browser keeps its own.
    here.town.subscriptions.clear()
    time.pass(5_000)
    await renewPush(context)
    expect(fakes.pushDoor.subscription?.endpoint).toBe('https://push.example/BKey/2')
    expect(subscriptions().map(({ endpoint }) => endpoint)).toEqual(['https://push.example/BKey/2'])
    expect(stores.push.getState().state).toBe('on')
    expect((await context.db.userData.read('push'))?.confirmed_at).toBe(time.now())
  })

  it('[HAND-01] says no "Activado" where the server would not ring and no new subscription can be had', async () => {
    const { context, fakes, stores } = await here.signedIn()
    await enablePush(context, 'preferences')
    here.town.subscriptions.clear()
    fakes.pushDoor.fails = 'push-refused'
    await renewPush(context)
    expect(stores.push.getState().state).toBe('failed')
  })

  it('[HAND-01] two looks at once make one new subscription', async () => {
    const { context } = await here.signedIn()
    await enablePush(context, 'preferences')
    here.town.subscriptions.clear()
    await Promise.all([renewPush(context), renewPush(context)])
    expect(subscriptions()).toHaveLength(1)
  })

  it('[HAND-01] started without a network, a living subscription is not "Desactivado": what is known, since when', async () => {
    const first = await here.signedIn()
    await enablePush(first.context, 'preferences')
    const since = first.time.now()
    const { context, fakes, stores } = here.device({ database: first.database })
    fakes.pushDoor.permission = 'granted'
    fakes.pushDoor.subscription = first.fakes.pushDoor.subscription
    here.town.faults.set('GET /services/login/session', 'down')
    expect(await startSession(context)).toBe('remembered')
    expect(stores.push.getState()).toMatchObject({ state: 'unconfirmed', knownAt: since })
    // Gone from the browser, it cannot ring.
    fakes.pushDoor.subscription = null
    await recallPush(context)
    expect(stores.push.getState()).toMatchObject({ state: 'off', knownAt: null })
  })

  it('[HAND-01] neither is it when the server, or the preferences, cannot be asked', async () => {
    const { context, stores } = await here.signedIn()
    await enablePush(context, 'preferences')
    here.town.faults.set('POST /services/push/subscriptions/check', 'down')
    await renewPush(context)
    expect(stores.push.getState().state).toBe('unconfirmed')
    here.town.faults.clear()
    here.town.faults.set('GET /services/users/v2/preferences', 'down')
    await loadPreferences(context)
    await renewPush(context)
    expect(stores.push.getState().state).toBe('unconfirmed')
  })

  it('[HAND-01] "Probar el aviso" rings this very browser, and says when it was shown here', async () => {
    const timers = new HandTime()
    const { context } = await here.signedIn({ timers })
    expect(await testPush(context)).toMatchObject({ status: 'failed', code: 'no-subscription' })
    await enablePush(context, 'preferences')
    const tested = testPush(context)
    const looks = () => here.town.requests.filter(({ path }) => path.includes('/push/deliveries/')).length
    await soon(() => timers.pending).toBe(1)
    timers.pass(1_000)
    await soon(looks).toBe(1)
    here.town.testShownAt = '2026-11-20T12:00:01.000Z'
    await soon(() => timers.pending).toBe(1)
    timers.pass(1_000)
    expect(await tested).toEqual({ status: 'shown', at: '2026-11-20T12:00:01.000Z' })
  })

  it('[HAND-01] "Probar el aviso" says after 15 s that it did not come; activated again, the browser has a new subscription', async () => {
    const timers = new HandTime()
    const { context, stores } = await here.signedIn({ timers })
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
    expect(subscriptions().at(-1)?.endpoint).toBe('https://push.example/BKey/2')
    expect(stores.push.getState()).toMatchObject({ state: 'on', isWorking: false })
  })

  it('[HAND-01] "Probar el aviso" heals first what the server rings no more', async () => {
    const timers = new HandTime()
    const { context, fakes } = await here.signedIn({ timers })
    await enablePush(context, 'preferences')
    here.town.subscriptions.clear()
    here.town.testShownAt = '2026-11-20T12:00:01.000Z'
    const tested = testPush(context)
    await soon(() => timers.pending).toBe(1)
    timers.pass(1_000)
    expect(await tested).toMatchObject({ status: 'shown' })
    expect(fakes.pushDoor.subscription?.endpoint).toBe('https://push.example/BKey/2')
  })
})

describe('preferences', () => {
  it('[PROF-02] are read and saved', async () => {
    const { context, stores, session } = await here.signedIn()
    await loadPreferences(context)
    expect(stores.preferences.getState()).toMatchObject({
      status: 'loaded',
      preferences: { whatsapp: 'prompt', push: false, never_show_popup_notifications: false },
    })
    expect(await savePreferences(context, { whatsapp: true })).toEqual({ status: 'done' })
    expect(here.town.preferences.get(session.user_id)).toMatchObject({ whatsapp: true, push: false })
    stores.preferences.getState().reset()
    await loadPreferences(context)
    expect(stores.preferences.getState().preferences.whatsapp).toBe(true)
  })

  it('[PROF-02] a failure falls back to the defaults, and what could not be saved is taken back', async () => {
    const { context, stores } = await here.signedIn()
    await savePreferences(context, { whatsapp: true })
    here.town.faults.set('POST /services/users/v2/preferences', 'down')
    expect(await savePreferences(context, { whatsapp: false })).toMatchObject({ code: 'unavailable' })
    expect(stores.preferences.getState().preferences.whatsapp).toBe(true)
    here.town.faults.set('GET /services/users/v2/preferences', 'down')
    await loadPreferences(context)
    expect(stores.preferences.getState()).toMatchObject({
      status: 'error',
      preferences: { whatsapp: 'prompt' },
    })
  })

  it('[PUSH-06] [I18N-01] what was chosen before is kept by whoever is quicker than the answer that tells it', async () => {
    const { context, stores, session } = await here.signedIn()
    here.town.preferences.set(session.user_id, {
      whatsapp: true,
      push: true,
      never_show_popup_notifications: false,
    })
    await changeLanguage(context, 'pt')
    expect(here.town.preferences.get(session.user_id)).toMatchObject({ whatsapp: true, push: true })
    expect(stores.preferences.getState().preferences.push).toBe(true)
  })

  it('[PROF-02] what another window chose since stays, and is known from then on', async () => {
    const { context, stores, session } = await here.signedIn()
    await loadPreferences(context)
    here.town.preferences.set(session.user_id, { ...stores.preferences.getState().preferences, push: true })
    await savePreferences(context, { whatsapp: false })
    expect(here.town.preferences.get(session.user_id)).toMatchObject({ whatsapp: false, push: true })
    expect(stores.preferences.getState().preferences).toMatchObject({ whatsapp: false, push: true })
  })

  it('[PROF-02] an answer from before does not take back what was saved since', async () => {
    const { context, stores } = await here.signedIn()
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
    const { context, stores } = await here.signedIn()
    here.town.faults.set('POST /services/users/v2/preferences', 'down')
    expect(await savePreferences(context, { whatsapp: false })).toMatchObject({ code: 'unavailable' })
    expect(stores.preferences.getState().status).not.toBe('loaded')
  })

  it('a guest has none to save', async () => {
    const { context } = here.device()
    expect(await savePreferences(context, { push: true })).toMatchObject({ code: 'user-is-guest' })
  })
})

it('[I18N-01] a change of language reaches the worker, the push and the preferences', async () => {
  const { context, stores } = await here.signedIn()
  await enablePush(context, 'preferences')
  await changeLanguage(context, 'en')
  expect(stores.ui.getState().language).toBe('en')
  expect((await readWho()).language).toBe('en')
  expect(subscriptions().at(-1)?.language).toBe('en')
  const saved = here.town.requests.filter(({ path }) => path === '/services/users/v2/preferences').at(-1)
  expect(saved?.body).toMatchObject({ language: 'en' })
})
