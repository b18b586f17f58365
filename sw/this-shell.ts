import { spellServiceHosts } from '#contract/service-hosts.ts'
import { ask } from './ask.ts'
import { createShell } from './shell.ts'
import { serviceHosts, shellFiles, worker } from './worker.ts'

/** The page says where the services stand: where that has changed it is another page, of the same build. */
const places = spellServiceHosts(serviceHosts)
const files = shellFiles.map(file =>
  file.revision === null || places === '' ? file : { ...file, revision: `${file.revision} ${places}` },
)

/** The files that this version of the application was built with. */
export const shell = createShell(files, worker.registration.scope, {
  caches: worker.caches,
  fetch: (address, init) => fetch(address, init),
  ask,
})
