import type { SignedIn, TestServer } from './server.ts'

/** Somebody with an account, signed in: temporary first, and then not any more. */
export async function signInRegistered(
  server: Pick<TestServer, 'database' | 'signInTemporary'>,
  ...person: Parameters<TestServer['signInTemporary']>
): Promise<SignedIn> {
  const signedIn = await server.signInTemporary(...person)
  await makeRegistered(server, signedIn.user_id)
  return signedIn
}

/** From now on they have an account. */
export async function makeRegistered(
  { database }: Pick<TestServer, 'database'>,
  userId: string,
): Promise<void> {
  await database.db.updateTable('users').set({ temporal: false }).where('id', '=', userId).execute()
}
