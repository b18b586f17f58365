import { createApp, type NumeritoServer } from '#server/app.ts'
import type { Database } from '#server/database/database.ts'
import { createLog } from '#server/http/logging.ts'
import type { PressureLimits } from '#server/platform/pressure.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { ONE_ADDRESS } from './one-address.ts'

export interface RunningServer {
  origin: string
  queue: NumeritoServer['queue']
  close(): Promise<void>
}

/**
 * The whole server on a free port of this machine, with a secret of its own unless told. Its limits for each
 * address are lifted: all of a bench has one address.
 */
export async function startServer(
  database: Database,
  applicationDirectory: string | null,
  {
    pressure = null,
    secret = systemRandom.bytes(SECRET_BYTES),
  }: { pressure?: PressureLimits | null; secret?: Uint8Array } = {},
): Promise<RunningServer> {
  const server = await createApp({
    settings: {
      host: '127.0.0.1',
      port: 0,
      origins: [],
      services: {},
      tls: null,
      proxyHops: 0,
      push: { contact: 'mailto:bench@numerito.example', hosts: [] },
      webhookNetworks: [],
      mail: null,
      providers: [],
      video: { stun: [], turn: [], turnSecret: null },
      whatsapp: null,
      environment: 'dev',
      withdrawsWorker: false,
      keep: { peopleDays: 30, factsDays: 400, turnsDays: 400 },
    },
    version: '0.0.0',
    database,
    protection: createProtection(secret),
    log: createLog('silent'),
    applicationDirectory,
    rateLimits: { address: { max: 1_000_000, windowMs: 60_000 } },
    socketLimits: ONE_ADDRESS,
    pressure,
  })
  return { origin: await server.listen(), queue: server.queue, close: () => server.close() }
}
