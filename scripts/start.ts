import { join } from 'node:path'
import { buildApplication } from './build.ts'
import { whenStarterIsGone } from './starter.ts'

whenStarterIsGone('start', join(import.meta.dirname, '../package.json'), () => {
  // As if the signal had come here; before anybody listens to it there is nothing to be closed.
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(0)
})
buildApplication({ say: text => console.log(`numerito: ${text}`) })
await import('#server/main.ts')
