import { parseServiceHosts, type ServiceHosts, WORKER_HOSTS } from '#contract/service-hosts.ts'
import type { ShellFile } from './shell.ts'

/**
 * The worker's own global, typed. The build writes the list of the application's files in place of
 * `__WB_MANIFEST`; the server that sends the script says before it where the services stand, where that is
 * elsewhere.
 */
declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: ShellFile[]
  [WORKER_HOSTS]?: string
}

export const worker = self
export const shellFiles = self.__WB_MANIFEST
export const serviceHosts: ServiceHosts = parseServiceHosts(self[WORKER_HOSTS] ?? '') ?? {}
