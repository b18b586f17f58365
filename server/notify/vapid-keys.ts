import webPush from 'web-push'
import type { Database } from '#server/database/database.ts'
import { Unsealable } from '#server/secrets/envelope.ts'
import type { Protection } from '#server/secrets/protection.ts'

/** Base64url, as the push services and the browsers' `applicationServerKey` want them. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Whether the database holds what only the installation's secret opens: from its first start on it does. */
export const holdsSealed = async ({ db }: Pick<Database, 'db'>): Promise<boolean> =>
  (await db.selectFrom('push_keys').select('id').executeTakeFirst()) !== undefined

/** Whether this secret opens what the database holds; where nothing is sealed yet any secret does. */
export async function opensSealed(
  { db }: Pick<Database, 'db'>,
  seal: Protection['keySeal'],
): Promise<boolean> {
  const row = await db.selectFrom('push_keys').select('private_key').executeTakeFirst()
  try {
    if (row) seal.open(row.private_key)
    return true
  } catch (error) {
    if (!(error instanceof Unsealable)) throw error
    return false
  }
}

/**
 * The installation's keys, made at the first start; the private one sealed with the installation's secret, so
 * that who reads the database alone cannot speak for us. Of several servers starting at once on one database,
 * one insert wins and all read it back: subscriptions are bound to the public key, so it must never change.
 *
 * @throws Unsealable where they were made with another secret
 */
export async function loadVapidKeys({ db }: Database, seal: Protection['keySeal']): Promise<VapidKeys> {
  const read = () => db.selectFrom('push_keys').selectAll().where('id', '=', 1).executeTakeFirst()
  let row = await read()
  if (!row) {
    const made = webPush.generateVAPIDKeys()
    await db
      .insertInto('push_keys')
      .values({ id: 1, public_key: made.publicKey, private_key: seal.seal(made.privateKey) })
      .onConflict(conflict => conflict.column('id').doNothing())
      .execute()
    row = await read()
  }
  if (!row) throw new Error('push_keys holds no key after one was written')
  return { publicKey: row.public_key, privateKey: seal.open(row.private_key) }
}
