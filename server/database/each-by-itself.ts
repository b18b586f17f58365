import { DatabaseUnavailable } from './unavailable.ts'

/**
 * Does what is looked after for each of several, one after the other: of one that is in trouble, which fails
 * every minute or every hour, nobody behind it has to wait. Where the database is away all would fail alike,
 * and the rest is left to the next time.
 * @param ending aborted where none may begin any more
 * @throws what the first threw that failed, once all others are done
 */
export async function eachByItself<Each>(
  all: Iterable<Each> | AsyncIterable<Each>,
  work: (each: Each) => Promise<unknown>,
  ending?: AbortSignal,
): Promise<void> {
  let failure: { of: unknown } | null = null
  for await (const each of all) {
    if (ending?.aborted) break
    try {
      await work(each)
    } catch (error) {
      failure ??= { of: error }
      if (error instanceof DatabaseUnavailable) break
    }
  }
  if (failure) throw failure.of
}
