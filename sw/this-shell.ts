import { createShell } from './shell.ts'
import { shellFiles, worker } from './worker.ts'

/** The files that this version of the application was built with. */
export const shell = createShell(shellFiles, worker.registration.scope, {
  caches: worker.caches,
  fetch: (address, init) => fetch(address, init),
})
