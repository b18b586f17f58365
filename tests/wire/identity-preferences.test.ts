import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_PREFERENCES } from '#contract/rest/login.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

eachDatabase('preferences', open => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ database: await open() })
  })
  afterAll(() => server.close())

  const notifications = { whatsapp: false, push: true, never_show_popup_notifications: true }

  it('[PROF-02] none are saved at first; then what was saved last is read, by its owner alone', async () => {
    const mine = await server.signInTemporary()
    const theirs = await server.signInTemporary()
    const read = async (token: string) =>
      (await server.ask('users', '/preferences?site=web', { token })).json()
    const save = (body: unknown) => server.ask('users', '/preferences', { token: mine.token, body })
    expect(await read(mine.token)).toEqual({ data: {} })

    const first = await save({ site: 'web', notifications: DEFAULT_PREFERENCES })
    expect(await first.json()).toEqual({ data: { web: DEFAULT_PREFERENCES } })
    await save({ site: 'web', notifications, language: 'en' })
    expect(await read(mine.token)).toEqual({ data: { web: notifications } })
    expect(await read(theirs.token)).toEqual({ data: {} })

    const { language } = await server.database.db
      .selectFrom('users')
      .select('language')
      .where('id', '=', mine.user_id)
      .executeTakeFirstOrThrow()
    expect(language).toBe('en')
  })

  it('[PROF-02] what is left out stays as it was chosen last, or by default, also where two are saved at once', async () => {
    const { token } = await server.signInTemporary()
    const save = async (change: object) =>
      (
        await server.ask('users', '/preferences', { token, body: { site: 'web', notifications: change } })
      ).json()
    expect(await save({ push: true })).toEqual({ data: { web: { ...DEFAULT_PREFERENCES, push: true } } })
    expect(await save({})).toEqual({ data: { web: { ...DEFAULT_PREFERENCES, push: true } } })
    await Promise.all([
      save({ push: false }),
      save({ whatsapp: true }),
      save({ never_show_popup_notifications: true }),
    ])
    expect(await save({})).toEqual({
      data: { web: { push: false, whatsapp: true, never_show_popup_notifications: true } },
    })
  })

  it.each([
    ['another site', { site: 'kiosk', notifications }],
    ['a preference that is none', { site: 'web', notifications: { ...notifications, whatsapp: 'perhaps' } }],
    ['a language that we do not speak', { site: 'web', notifications, language: 'fr' }],
  ])('%s is refused', async (_what, body) => {
    const { token } = await server.signInTemporary()
    expect((await server.ask('users', '/preferences', { token, body })).status).toBe(400)
  })
})
