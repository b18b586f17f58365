import webPush from 'web-push'
import type { Database } from '#server/database/database.ts'

/** Base64url, as the push services and the browsers' `applicationServerKey` want them. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Seals the private key with the installation's secret: who reads the database alone cannot speak for us. */
export interface KeySeal {
  seal(text: string): Uint8Array
  open(sealed: Uint8Array): string
}

/**
 * The installation's keys, made at the first start. Of several servers starting at once on one database, one
 * insert wins and all read it back: subscriptions are bound to the public key, so it must never change.
 */
export async function loadVapidKeys({ db }: Database, seal: KeySeal): Promise<VapidKeys> {
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
