import type { FastifyBaseLogger } from 'fastify'
import type { AccountsContext } from '../accounts-context.ts'
import type { Providers } from './create-providers.ts'

export interface ProvidersContext {
  /** Who comes by a provider comes in by the same door as everybody else. */
  accounts: AccountsContext
  providers: Providers
  log: FastifyBaseLogger
}
