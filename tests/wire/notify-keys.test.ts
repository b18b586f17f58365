import { expect, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { loadVapidKeys } from '#server/notify/vapid-keys.ts'
import { Unsealable } from '#server/secrets/envelope.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { eachDatabase, onPostgres } from '#tests/support/databases.ts'

const sealOf = (byte: number) => createProtection(new Uint8Array(SECRET_BYTES).fill(byte)).keySeal

eachDatabase('the installation’s push keys', open => {
  it('are made once, however many starts there are at once, and last', async () => {
    const database = await open()
    const made = await Promise.all(Array.from({ length: 4 }, () => loadVapidKeys(database, sealOf(7))))
    const later = await loadVapidKeys(database, sealOf(7))
    expect(made).toEqual(Array.from({ length: 4 }, () => later))
    expect(Buffer.from(later.publicKey, 'base64url')).toHaveLength(65)
    expect(Buffer.from(later.privateKey, 'base64url')).toHaveLength(32)
  })

  it('lie sealed in the database, and open with the installation’s secret alone', async () => {
    const database = await open()
    const { privateKey } = await loadVapidKeys(database, sealOf(7))
    const row = await database.db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
    const stored = Buffer.from(row.private_key)
    expect(stored.includes(privateKey)).toBe(false)
    expect(stored.includes(Buffer.from(privateKey, 'base64url'))).toBe(false)
    await expect(loadVapidKeys(database, sealOf(8))).rejects.toThrow(Unsealable)
  })
})

onPostgres('the installation’s push keys', freshUrl => {
  it('are the same for two servers that start at once', async () => {
    const databaseUrl = await freshUrl()
    const servers = await Promise.all(
      [1, 2].map(() => openDatabase({ dataDirectory: ':memory:', databaseUrl, poolSize: 1 })),
    )
    const [one, two] = await Promise.all(servers.map(database => loadVapidKeys(database, sealOf(7))))
    expect(one).toEqual(two)
    await Promise.all(servers.map(database => database.close()))
  })
})
