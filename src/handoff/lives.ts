import { openHandoff } from './open-handoff.ts'

/**
 * Until when a cached answer is fresh. Each answer has its own random life (OFF-02, OFF-03), and the worker that drew it
 * may be gone by the next request.
 *
 * @returns milliseconds since the epoch; 0 where nothing is known
 */
export async function readLife(address: string): Promise<number> {
  return (await (await openHandoff()).get('lives', address)) ?? 0
}

export async function writeLife(address: string, until: number): Promise<void> {
  await (await openHandoff()).put('lives', until, address)
}
