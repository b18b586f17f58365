import { sql } from 'kysely'
import { parse } from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SETTINGS_CHANGES_KEPT } from '#contract/desk-limits.ts'
import { deskActs } from '#contract/rest/staff.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { lineOf, linesOf, settingsOffice } from '#tests/support/settings-office.ts'

eachDatabase('the settings of an office', open => {
  let server: TestServer
  const clock = new MovingClock(NOON)
  beforeAll(async () => {
    server = await startTestServer({ database: await open(), clock })
  })
  afterAll(() => server.close())

  it('[ADMIN-02] are read as one entry of the offices file, changed, and read again', async () => {
    const { read, change, boss, check } = await settingsOffice(server)
    const before = await read()
    expect(before).toMatchObject({ changed: null, holidays: [], office: { lines: [], closures: [] } })
    expect(await check(before.office)).toMatchObject({ faults: [], parts: [] })
    const { settings, faults } = await change(() => ({
      name: 'Sucursal Nueva',
      lines: [lineOf('caja')],
      modulos: ['Caja 1'],
    }))
    expect(faults).toEqual([])
    expect(settings).toMatchObject({ office: { name: 'Sucursal Nueva', modulos: ['Caja 1'] } })
    expect(settings?.changed).toEqual({ at: clock.now().toISOString(), by: boss.name, undoable: true })
    const after = await read()
    expect(after).toEqual(settings)
    expect(after.version).not.toBe(before.version)
    expect(linesOf(after.office)).toEqual([expect.objectContaining({ slug: 'caja', prefix: 'C' })])
  })

  it('[ADMIN-02] that two change at once are those of the first; the second hears who it was, and what stands', async () => {
    const { read, put, person, saved, conflict } = await settingsOffice(server)
    const other = await person('administrator')
    const { version, office } = await read()
    const both = await Promise.all([
      put({ version, office: { ...office, name: 'Una' } }),
      put({ version, office: { ...office, name: 'Otra' } }, other.token),
    ])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    const first = both.find(({ status }) => status === 200)
    const second = both.find(({ status }) => status === 409)
    if (!first || !second) throw new Error('one of the two is saved')
    const { settings } = await saved(first)
    expect(await conflict(second)).toMatchObject({ code: 'settings-moved', settings })
    expect(await read()).toEqual(settings)
  })

  it('[ADMIN-02] are as they were before, once the last change is undone', async () => {
    const { read, change, undo, saved } = await settingsOffice(server)
    await change(() => ({ lines: [lineOf('caja')], modulos: ['Caja 1'] }))
    const before = await read()
    await change(() => ({ lines: [], closures: ['2026-12-24'], modulos: [] }))
    const { version } = await read()
    const { settings } = await saved(await undo({ version }))
    expect(settings?.office).toEqual(before.office)
    expect(settings?.version).toBe(before.version)
    expect((await undo({ version })).status).toBe(409)
  })

  it('[ADMIN-02] are given back by an undo only while nothing else was changed, and an undo can be undone', async () => {
    const { read, change, undo, put, saved } = await settingsOffice(server)
    const first = await read()
    expect(await refusal(await undo({ version: first.version }))).toBe('409 nothing-to-undo')
    const { settings: changed } = await change(() => ({ closures: ['2026-12-24'] }))
    if (!changed) throw new Error('nothing was saved')
    // The file was loaded since.
    await server.database.db
      .updateTable('offices')
      .set({ name: 'Por archivo', updated_at: clock.now() })
      .where('id', '=', first.office_id)
      .execute()
    const now = await read()
    expect(now.changed).toMatchObject({ by: null, undoable: false })
    expect(await refusal(await undo({ version: changed.version }))).toBe('409 settings-moved')
    expect(await refusal(await undo({ version: now.version }))).toBe('409 nothing-to-undo')
    const { settings: third } = await saved(await put({ version: now.version, office: first.office }))
    const { settings: undone } = await saved(await undo({ version: third?.version ?? '' }))
    expect(undone?.office).toEqual(now.office)
    const { settings: redone } = await saved(await undo({ version: undone?.version ?? '' }))
    expect(redone?.office).toEqual(first.office)
  })

  it('[ADMIN-02] of the changes the last twenty are kept', async () => {
    const { change, office_id } = await settingsOffice(server)
    for (let nth = 0; nth <= SETTINGS_CHANGES_KEPT; nth++) await change(() => ({ name: `Sucursal ${nth}` }))
    const kept = await server.database.db
      .selectFrom('office_changes')
      .select('before')
      .where('office_id', '=', office_id)
      .orderBy('id')
      .execute()
    expect(kept).toHaveLength(SETTINGS_CHANGES_KEPT)
    expect(kept[0]?.before).toMatchObject({ name: 'Sucursal 0' })
  })

  it('[ADMIN-02] with a fault stay as they are, each fault at its place', async () => {
    const { read, put, check, saved, office_id } = await settingsOffice(server)
    const { version, office } = await read()
    const faulty = {
      ...office,
      name: 'n'.repeat(121),
      hours: [{ days: [1], from: '22:00', to: '02:00' }],
      lines: [lineOf('caja'), lineOf('cobros')],
    }
    const { faults, parts } = await check(faulty)
    expect(parts).toEqual([])
    expect(faults.map(({ kind, path }) => `${path} ${kind}`)).toEqual([
      'name shape',
      'hours[0] hours-backwards',
      'lines[1].prefix duplicate-prefix',
    ])
    expect(await saved(await put({ version, office: faulty }))).toEqual({
      faults,
      settings: null,
      told: 0,
      untold: 0,
    })
    expect(await read()).toMatchObject({ version, changed: null })
    expect(await factsOf(office_id)).toEqual([])
  })

  it('[ADMIN-02] that hold lists in lists by the thousand are told so, and read no further', async () => {
    const { boss, office_id } = await settingsOffice(server)
    // Written by hand: of so many no text can be made, here or there.
    const deep = (depth: number) => `{"office":{"hours":${'['.repeat(depth)}${']'.repeat(depth)}}}`
    for (const depth of [40, 100_000]) {
      const response = await fetch(server.url('desk', `/offices/${office_id}/settings/check`), {
        method: 'POST',
        headers: {
          origin: server.origin,
          'content-type': 'application/json',
          authorization: `Bearer ${boss.token}`,
        },
        body: deep(depth),
      })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ faults: [{ kind: 'too-deep', path: '' }], parts: [] })
    }
  })

  it('[ADMIN-02] an office keeps its slug and its organization, whatever entry is given', async () => {
    const { read, check } = await settingsOffice(server)
    const { office } = await read()
    const slug = await check({ ...office, slug: 'otra-sucursal' })
    expect(slug.faults).toEqual([expect.objectContaining({ kind: 'other-office', path: 'slug' })])
    const category = await check({ ...office, category: 'servipag' })
    expect(category.faults).toEqual([expect.objectContaining({ kind: 'other-office', path: 'category' })])
  })

  it('[ADMIN-02] that say the same change nothing, and nobody is told', async () => {
    const { read, put, saved, office_id, check } = await settingsOffice(server)
    const { version, office } = await read()
    const hours = [1, 2, 3, 4, 5, 6, 7].map(day => ({ days: [day], from: '00:00', to: '24:00' }))
    expect(await check({ ...office, hours })).toMatchObject({ faults: [], parts: [] })
    const { settings } = await saved(await put({ version, office: { ...office, hours } }))
    expect(settings).toMatchObject({ version, changed: null })
    expect(await factsOf(office_id)).toEqual([])
  })

  it('[ADMIN-02] name the parts that were changed among the acts, and none of their values', async () => {
    const { change, boss, office_id } = await settingsOffice(server)
    await change(() => ({ closures: ['2026-12-24'], lines: [lineOf('caja', { executive: 'Rosa Díaz' })] }))
    const acts = await server.database.db
      .selectFrom('desk_acts')
      .select(['act', 'clerk_id', 'detail', 'reason'])
      .where('office_id', '=', office_id)
      .where('act', '=', 'office-changed')
      .execute()
    expect(acts).toEqual([
      { act: 'office-changed', clerk_id: boss.clerk_id, detail: { parts: 'closures lines' }, reason: null },
    ])
    const response = await server.ask('desk', `/offices/${office_id}/acts`, { token: boss.token })
    const shown = parse(deskActs, await response.json()).acts.find(({ act }) => act === 'office-changed')
    expect(shown).toMatchObject({ parts: ['closures', 'lines'], clerk: boss.name })
  })

  it('[ADMIN-01] [ADMIN-02] are for those who answer for the office, until the moment in which they do no more', async () => {
    const { read, put, undo, person, office_id } = await settingsOffice(server)
    const elsewhere = await settingsOffice(server)
    const clerk = await person('clerk')
    const leader = await person('supervisor')
    const { version, office } = await read()
    const below = `/offices/${office_id}/settings`
    for (const [token, answer] of [
      [clerk.token, '403 supervisors-only'],
      [elsewhere.boss.token, '404 not-found'],
    ] as const) {
      expect(await refusal(await server.ask('desk', below, { token }))).toBe(answer)
      expect(await refusal(await server.ask('desk', `${below}/check`, { token, body: { office } }))).toBe(
        answer,
      )
      expect(await refusal(await put({ version, office: { ...office, name: 'Mía' } }, token))).toBe(answer)
      expect(await refusal(await undo({ version }, token))).toBe(answer)
    }
    // An office that is none is as one of others, also to whoever would hold it first.
    const none = { method: 'PUT', body: { version, office }, token: leader.token }
    expect(await refusal(await server.ask('desk', '/offices/999999/settings', none))).toBe('404 not-found')
    await server.database.db
      .updateTable('clerk_offices')
      .set({ role: 'clerk' })
      .where('clerk_id', '=', leader.clerk_id)
      .execute()
    expect(await refusal(await put({ version, office: { ...office, name: 'Mía' } }, leader.token))).toBe(
      '403 supervisors-only',
    )
    expect((await read()).office).toEqual(office)
  })

  it('[ADMIN-02] may hold two hundred lines, and no entry without end', async () => {
    const { read, put, change } = await settingsOffice(server)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    const lines = Array.from({ length: 200 }, (_, nth) =>
      lineOf(`fila-${nth}`, {
        prefix: `${letters[Math.floor(nth / 26)]}${letters[nth % 26]}`,
        name: 'Ñ'.repeat(80),
      }),
    )
    const { settings } = await change(() => ({ lines }))
    expect(linesOf(settings?.office ?? {})).toHaveLength(200)
    const { version, office } = await read()
    const huge = { ...office, name: 'x'.repeat(1_000_000) }
    expect(await refusal(await put({ version, office: huge }))).toBe('413 payload-too-large')
    expect((await read()).version).toBe(version)
  })

  it('[ADMIN-02] are whole or not at all: where the server fails in between nothing is changed, and it can be tried again', async () => {
    const { read, put, saved, office_id } = await settingsOffice(server)
    const { version, office } = await read()
    const wish = { version, office: { ...office, name: 'Otra', lines: [lineOf('caja')] } }
    // The last thing that a save writes fails.
    await sql`alter table facts add constraint nothing_happens check (kind <> 'office:changed') not valid`.execute(
      server.database.db,
    )
    expect((await put(wish)).status).toBe(500)
    await sql`alter table facts drop constraint nothing_happens`.execute(server.database.db)
    expect(await read()).toMatchObject({ version, changed: null, office })
    expect(await factsOf(office_id)).toEqual([])
    const { settings } = await saved(await put(wish))
    expect(settings?.office).toMatchObject({ name: 'Otra' })
    expect(await factsOf(office_id)).toEqual(['office:changed'])
  })

  async function factsOf(office_id: number): Promise<string[]> {
    const rows = await server.database.db
      .selectFrom('facts')
      .select('kind')
      .where('office_id', '=', office_id)
      .orderBy('seq')
      .execute()
    return rows.map(({ kind }) => kind)
  }
  const refusal = async (response: Response) =>
    `${response.status} ${((await response.json()) as { code: string }).code}`
})
