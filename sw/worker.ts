/** The worker's own global, typed. The build writes the list of what is precached in place of `__WB_MANIFEST`. */
declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[]
}

export const worker = self
export const shellFiles = self.__WB_MANIFEST
