import { join } from 'node:path'
import { endWithStarter } from '#server/platform/starter.ts'
import { buildApplication } from './build.ts'

endWithStarter('start', join(import.meta.dirname, '../package.json'))
buildApplication({ say: text => console.log(`numerito: ${text}`) })
await import('#server/main.ts')
