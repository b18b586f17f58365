import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OPENING_WISHES_MAX } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { dropOpeningWish, openingWishesOf, wishOpening } from '#server/notify/opening-wishes.ts'
import { loadFile } from '#server/office-settings/load-file.ts'
import { replaceSettings } from '#server/office-settings/replace-settings.ts'
import { standingSettings } from '#server/office-settings/standing-settings.ts'
import { readEntries } from '#server/offices/load/read-entries.ts'
import { systemRandom } from '#server/platform/random.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import type { UserCaller } from '#server/web/caller.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { notifyRigOf, ORIGIN } from './notify-rig.ts'

const HOUR_MS = 3_600_000
/** The clock stands on a Saturday noon; the office opens on Monday at nine, 45 hours later. */
const MONDAYS = [{ weekday: 1, from: '09:00', to: '14:00' }]
const TO_MONDAY_MS = 45 * HOUR_MS
/** A crowd that wished for the same door is told within a minute. */
const TOLD_MS = 61_000

const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

eachDatabase('the wish to be told when an office opens', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function signedIn(user_id: string, { db } = database): Promise<UserCaller> {
    const session_id = systemRandom.uuid()
    const hash = () => systemRandom.bytes(32)
    const expires_at = new Date(NOON.getTime() + 15 * 24 * HOUR_MS)
    await db
      .insertInto('sessions')
      .values({
        id: session_id,
        user_id,
        clerk_id: null,
        cookie_hash: hash(),
        token_hash: hash(),
        created_at: NOON,
        expires_at,
        revoked_at: null,
      })
      .execute()
    return { kind: 'user', user_id, session_id, temporal: true, expires_at }
  }

  async function shutOffice({
    language = 'es',
    closures = [],
    own = database,
  }: {
    language?: Language
    closures?: string[]
    own?: Database
  } = {}) {
    const office = await queueOffice(own, { hours: MONDAYS, closures })
    const rig = await notifyRigOf(own, office)
    stopping.push(rig.service.stop)
    const user_id = await office.user()
    const browser = await rig.subscribe(user_id, language)
    const caller = await signedIn(user_id, own)
    const about = { office_id: office.office_id, line_id: null as number | null }
    return {
      ...rig,
      caller,
      browser,
      about,
      wish: (line_id: number | null = null) => wishOpening(rig.context, caller, { ...about, line_id }),
      wishes: () => openingWishesOf(rig.context, caller),
      heard: () => browser.heard().map(({ message }) => message.notification),
      async after(ms: number) {
        office.clock.advance(ms)
        await rig.runJobs()
      },
    }
  }

  it('rings once, when it opens and not before, and leads to the office', async () => {
    const at = await shutOffice()
    await at.wish()
    await at.wish()
    expect(await at.wishes()).toEqual([at.about])
    await at.after(TO_MONDAY_MS - 1_000)
    expect(at.heard()).toEqual([])
    await at.after(TOLD_MS)
    const { name, slug } = await database.db
      .selectFrom('offices')
      .select(['name', 'slug'])
      .where('id', '=', at.about.office_id)
      .executeTakeFirstOrThrow()
    expect(at.heard()).toMatchObject([
      {
        title: `${name} ya abrió`,
        body: 'Entra y saca tu número.',
        navigate: `${ORIGIN}/offices/${slug}`,
        tag: `opened-${slug}`,
        data: { kind: 'opened', tuid: null },
      },
    ])
    expect(await at.wishes()).toEqual([])
    await at.after(7 * 24 * HOUR_MS)
    expect(at.heard()).toHaveLength(1)
  })

  it('[PUSH-05] ends once one of their browsers took it, whichever does not', async () => {
    const at = await shutOffice()
    const laptop = await at.subscribe(at.caller.user_id)
    at.service.answerWith(laptop.subscription.endpoint, 500)
    await at.wish()
    await at.after(TO_MONDAY_MS + TOLD_MS)
    expect(at.heard()).toHaveLength(1)
    expect(await at.wishes()).toEqual([])
    for (let minute = 0; minute < 10; minute++) await at.after(60_000)
    expect(at.heard()).toHaveLength(1)
  })

  it('[PUSH-05] waits for a push service while the office is open, and for its next day after that', async () => {
    const at = await shutOffice()
    at.service.answerWith(at.browser.subscription.endpoint, 500)
    await at.wish()
    await at.after(TO_MONDAY_MS + TOLD_MS)
    // The rig throws where a job is given up.
    for (let minute = 0; minute < 5 * 60; minute += 2) await at.after(120_000)
    expect(await at.wishes()).toEqual([at.about])
    at.service.answerWith(at.browser.subscription.endpoint, 201)
    await at.after(HOUR_MS)
    expect(at.heard()).toEqual([])
    await at.after(7 * 24 * HOUR_MS - 6 * HOUR_MS)
    expect(at.heard()).toHaveLength(1)
    expect(await at.wishes()).toEqual([])
  })

  it.each([
    ['en', 'is open now'],
    ['pt', 'já abriu'],
  ] as const)('speaks the person’s language: %s', async (language, words) => {
    const at = await shutOffice({ language })
    await at.wish()
    await at.after(TO_MONDAY_MS + TOLD_MS)
    expect(at.heard()[0]?.title).toContain(words)
  })

  it('is taken back, and ends with the session', async () => {
    const dropped = await shutOffice()
    await dropped.wish()
    await dropOpeningWish(dropped.context, dropped.caller, dropped.about)
    expect(await dropped.wishes()).toEqual([])
    await dropped.after(TO_MONDAY_MS + TOLD_MS)
    expect(dropped.heard()).toEqual([])

    const left = await shutOffice()
    await left.wish()
    await database.db
      .updateTable('sessions')
      .set({ revoked_at: NOON })
      .where('id', '=', left.caller.session_id)
      .execute()
    await left.after(TO_MONDAY_MS + TOLD_MS)
    expect(left.heard()).toEqual([])
    expect(await left.wishes()).toEqual([])
  })

  it('is nobody else’s to see or to take back', async () => {
    const at = await shutOffice()
    await at.wish()
    const other = await signedIn(await at.office.user())
    expect(await openingWishesOf(at.context, other)).toEqual([])
    await dropOpeningWish(at.context, other, at.about)
    expect(await at.wishes()).toHaveLength(1)
  })

  it('waits on where the office stays shut on that day', async () => {
    const at = await shutOffice()
    await at.wish()
    await database.db
      .updateTable('offices')
      .set({ closures: JSON.stringify(['2026-11-23']) })
      .where('id', '=', at.about.office_id)
      .execute()
    await at.after(TO_MONDAY_MS + TOLD_MS)
    expect(at.heard()).toEqual([])
    await at.after(7 * 24 * HOUR_MS)
    expect(at.heard()).toHaveLength(1)
  })

  describe('of an office whose hours are changed', () => {
    const ON_SUNDAY = [{ weekday: 7, from: '10:00', to: '12:00' }]
    /** From noon on Saturday. */
    const TO_SUNDAY_MS = 22 * HOUR_MS

    it('[ADMIN-02] rings when it opens now, and is not kept to what stood when it was wished', async () => {
      const { office, wish, heard, after, wishes } = await shutOffice()
      const by = await office.clerk()
      await database.db
        .updateTable('clerk_offices')
        .set({ role: 'supervisor' })
        .where('clerk_id', '=', by.clerk_id)
        .execute()
      await wish()
      const { version } = await standingSettings(database.db, by.office_id)
      const saved = await replaceSettings(office.context, by, { version }, async (_transaction, stands) => ({
        ...(stands.office as object),
        hours: [{ days: [7], from: '10:00', to: '12:00' }],
      }))
      expect(saved.faults).toEqual([])
      await after(TO_SUNDAY_MS - 1)
      expect(heard()).toEqual([])
      await after(TOLD_MS)
      expect(heard()).toMatchObject([{ data: { kind: 'opened' } }])
      expect(await wishes()).toEqual([])
    })

    it('[ADMIN-02] likewise by a file', async () => {
      const own = await open()
      const { office, wish, heard, after } = await shutOffice({ own })
      await wish()
      await own.db
        .updateTable('offices')
        .set({ hours: json(ON_SUNDAY) })
        .execute()
      const offices = await readEntries(own.db)
      await own.db
        .updateTable('offices')
        .set({ hours: json(MONDAYS) })
        .execute()
      const text = JSON.stringify({ organizations: [], holidays: [], offices })
      expect(await loadFile(office.context, [{ file: 'offices.json', text }], 'retire')).toMatchObject({
        loaded: true,
      })
      await after(TO_SUNDAY_MS + TOLD_MS)
      expect(heard()).toMatchObject([{ data: { kind: 'opened' } }])
    })
  })

  it('for a frozen line waits for the clerk’s word, whenever it comes', async () => {
    const at = await shutOffice()
    const line_id = await at.office.line()
    const frozen = (isFrozen: boolean) =>
      freezeLine(at.office.context, { ...at.about, line_id, frozen: isFrozen })
    await frozen(true)
    await at.wish(line_id)
    await at.after(TO_MONDAY_MS + TOLD_MS)
    expect(at.heard()).toEqual([])
    await frozen(false)
    await at.after(TOLD_MS)
    expect(at.heard()[0]?.title).toMatch(/ya da números$/)
    expect(at.heard()).toHaveLength(1)
  })

  it('is refused for what is not there, and never becomes a heap', async () => {
    const at = await shutOffice()
    const wish = (office_id: number, line_id: number | null) =>
      wishOpening(at.context, at.caller, { office_id, line_id })
    const kiosk = await at.office.line({ type: 'kiosk' })
    for (const [office_id, line_id] of [
      [2_000_000_000, null],
      [at.about.office_id, 2_000_000_000],
      [at.about.office_id, kiosk],
      [99_999_999_999, null],
    ] as const)
      await expect(wish(office_id, line_id)).rejects.toMatchObject({ status: 404 })
    for (let more = 0; more < OPENING_WISHES_MAX + 2; more++) {
      await at.wish(await at.office.line())
      at.office.clock.advance(1_000)
    }
    expect(await at.wishes()).toHaveLength(OPENING_WISHES_MAX)
  })
})
