/** The worker's own global, typed. */
export const worker = self as unknown as ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[]
}
