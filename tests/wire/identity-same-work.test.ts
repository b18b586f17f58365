import { hash, verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { CAPTCHA_DIFFICULTY, createCaptcha } from '#server/identity/captcha.ts'
import { signInClerk } from '#server/identity/clerk-session.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { queueOffice } from '#tests/support/queue-office.ts'

// The files before this one, in the same process, have read these modules already, and those after it want
// them real.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})

vi.mock(import('@node-rs/argon2'), async importOriginal => {
  const real = await importOriginal()
  return {
    ...real,
    hash: vi.fn<typeof real.hash>(real.hash),
    verify: vi.fn<typeof real.verify>(real.verify),
  }
})

const PASSWORD = 'una clave larga y propia'

/** Algorithm, version and cost, as every hash begins. */
const costOf = (kept: unknown) => String(kept).split('$').slice(0, 4).join('$')

eachDatabase('how long a wrong password takes', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('does not tell who is a clerk: the same is asked of the database, and a password is compared at the same cost', async () => {
    const { context } = await queueOffice(database)
    const protection = createProtection(new Uint8Array(SECRET_BYTES))
    const captcha = createCaptcha(context.clock, 'key', CAPTCHA_DIFFICULTY)
    const password_hash = await hashPassword(PASSWORD)
    const clerks = [
      { user_name: 'ana', password_hash },
      { user_name: 'without', password_hash: null },
      { user_name: 'left', password_hash, active: false },
    ]
    await database.db
      .insertInto('clerks')
      .values(clerks.map(clerk => ({ name: 'Ana Rojas', ...clerk })))
      .execute()
    const counted = countedStatements(database)
    const here = { address: '203.0.113.7', browserCookie: undefined }
    const signIn = (user: string) =>
      signInClerk(
        { ...context, captcha, protection, database: counted.database, officesById: async () => [] },
        { user, password: 'otra' },
        here,
      )
    async function work(user: string) {
      vi.clearAllMocks()
      const statements = await counted.during(() =>
        expect(signIn(user)).rejects.toMatchObject({ code: 'wrong-credentials' }),
      )
      const compared = vi.mocked(verify).mock.calls.map(([kept]) => costOf(kept))
      return { statements, compared, hashed: vi.mocked(hash).mock.calls.length }
    }
    // Whoever comes first after a start, too.
    const unknown = await work('nobody')
    const known = await work('ana')
    expect(known).toMatchObject({ compared: [costOf(password_hash)], hashed: 0 })
    expect([unknown, await work('without'), await work('left')]).toEqual([known, known, known])
  })
})
