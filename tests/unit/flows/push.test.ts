import { describe, expect, it } from 'vitest'
import { changeLanguage } from '#src/flows/change-language.ts'
import { declinePush } from '#src/flows/decline-push.ts'
import { disablePush } from '#src/flows/disable-push.ts'
import { enablePush } from '#src/flows/enable-push.ts'
import { loadPreferences } from '#src/flows/load-preferences.ts'
import { renewPush } from '#src/flows/renew-push.ts'
import { savePreferences } from '#src/flows/save-preferences.ts'
import { testPush } from '#src/flows/test-push.ts'
import { readWho } from '#src/handoff/who.ts'
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

  it('"Probar el aviso" has the server send one', async () => {
    const { context } = await here.signedIn()
    expect(await testPush(context)).toMatchObject({ status: 'failed', code: 'no-subscription' })
    await enablePush(context, 'preferences')
    expect(await testPush(context)).toEqual({ status: 'done' })
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
