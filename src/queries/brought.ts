import { SERVICE_BASES, type Service } from '#contract/bases.ts'
import type { Dated } from '#src/api/client.ts'
import type { Brought } from '#src/platform/brought-along.ts'

let brought: Brought | null = null

/** Says what the page brought along. To be called once, where the application is put together. */
export function provideBrought(by: Brought): void {
  brought = by
}

/**
 * What the page brought of an answer: the query then begins with it, and asks again when it is too old.
 * @param path below the service's base, as it is asked for
 */
export function broughtAnswer<Data>(service: Service, path: string): Dated<Data> | undefined {
  const taken = brought?.take(SERVICE_BASES[service] + path)
  return taken && { data: taken.answer as Data, inserted_at: taken.at }
}
