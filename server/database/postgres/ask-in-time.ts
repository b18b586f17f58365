import type pg from 'pg'

/** What pg says where its own limit is over; it has no code for it. */
const TIME_IS_UP = 'Query read timeout'

/** A question of whoever cannot wait for ever. The connection is worth nothing any more where it fails. */
export async function askInTime<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
  patienceMs: number,
): Promise<Row[]> {
  // pg knows the limit of a single question, and its types do not say so.
  const question = { text, query_timeout: patienceMs }
  try {
    return (await client.query<Row>(question)).rows
  } catch (error) {
    if (!(error instanceof Error) || error.message !== TIME_IS_UP) throw error
    throw new Error(`it let us in, and gave no answer within ${patienceMs / 1_000} s`, { cause: error })
  }
}
