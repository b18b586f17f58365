import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { start } from 'node:repl'
import { sql as statement } from 'kysely'
import { endWithStarter } from '#server/platform/starter.ts'
import { readSettings } from '#server/settings/settings.ts'
import { startServer } from '#server/start-server.ts'
import { buildApplication } from './build.ts'

/**
 * `npm run repl`: the server as `npm start` starts it, with its data, and a prompt inside it.
 *
 * @example
 *   await sql`select prefix, number, state from tickets order by inserted_at desc limit 5`
 *   await get('/api/v1/categories')
 *   const { officeLines } = await import('#server/queue/lines/line-states.ts')
 *   await officeLines(queue, 1)
 */
endWithStarter('repl', join(import.meta.dirname, '../package.json'))
buildApplication({ say: text => console.log(`numerito: ${text}`) })
const settings = readSettings(process.env, path => readFileSync(path, 'utf8'))
const { server, database, origin, end } = await startServer(settings)
console.log(`
  await sql\`select …\`       its rows
  await get('/api/v1/…')    what the API answers to a guest
  queue, server, database   what is there; what the verbs of server/queue take first is queue
`)

const prompt = start({ prompt: 'numerito> ' })
Object.assign(prompt.context, {
  server,
  database,
  queue: server.queue,
  async sql(texts: TemplateStringsArray, ...values: unknown[]) {
    return (await statement(texts, ...values).execute(database.db)).rows
  },
  get: async (path: string) => (await fetch(new URL(path, origin))).json(),
})
prompt.once('exit', () => end(0))
