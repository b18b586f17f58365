import type { ShellFile } from './shell.ts'

/** The worker's own global, typed. The build writes the list of the application's files in place of `__WB_MANIFEST`. */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: ShellFile[] }

export const worker = self
export const shellFiles = self.__WB_MANIFEST
