/** A statement takes 65,535 parameters at most; an office has some twenty. */
const CHUNK = 500

/** Does nothing for no rows: `insert` and `in` both want at least one. */
export async function inChunks<Row>(
  rows: readonly Row[],
  work: (chunk: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) await work(rows.slice(start, start + CHUNK))
}
