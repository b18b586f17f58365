import * as v from 'valibot'
import { expect, it } from 'vitest'
import { flagList } from '#contract/rest/flags.ts'
import { json } from '#server/database/json-column.ts'
import { KNOWN_FLAGS } from '#server/flags/known-flags.ts'
import { flagsRoutes } from '#server/flags/routes.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { serveRoutes } from './offices-app.ts'

eachDatabase('the flags', open => {
  it('are answered as Unleash’s frontend API does, and a row of the table speaks louder than a default', async () => {
    const database = await open()
    const app = await serveRoutes({ '/services/flags': flagsRoutes({ database }) })
    const ask = (headers: Record<string, string> = {}) =>
      app.inject({ method: 'GET', url: '/services/flags/', headers })
    const first = await ask()
    const { toggles } = v.parse(flagList, first.json())
    expect(toggles.map(({ name, enabled }) => ({ name, enabled }))).toEqual(
      KNOWN_FLAGS.map(({ name, enabled }) => ({ name, enabled })).sort((a, b) =>
        a.name.localeCompare(b.name),
      ),
    )
    expect(toggles[0]?.variant).toEqual({ name: 'disabled', enabled: false })
    expect((await ask({ 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)

    await database.db
      .insertInto('flags')
      .values([
        { name: 'reservations', enabled: true, variant: null },
        { name: 'nuevo-boton', enabled: true, variant: json({ name: 'grande', enabled: true }) },
      ])
      .execute()
    const byName = new Map(
      v.parse(flagList, (await ask()).json()).toggles.map(toggle => [toggle.name, toggle]),
    )
    expect(byName.get('reservations')?.enabled).toBe(true)
    expect(byName.get('nuevo-boton')?.variant).toEqual({ name: 'grande', enabled: true })
    expect(byName.get('let-others-pass')?.enabled).toBe(true)
    await app.close()
  })
})
