import { buildApplication } from './build.ts'

buildApplication({ say: text => console.log(`numerito: ${text}`) })
await import('#server/main.ts')
