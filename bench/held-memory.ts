import { collectGarbage } from '#tests/phoenix/collect-garbage.ts'

/** Bytes that this process cannot do without: its objects, and the buffers outside their heap. */
export async function heldMemory(): Promise<number> {
  await collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
