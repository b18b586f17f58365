import type { Service } from '#contract/bases.ts'
import { serviceAt, serviceUrl } from '#contract/service-hosts.ts'
import { type CacheLife, cacheLifeOf } from './cache-life.ts'
import { serviceHosts, worker } from './worker.ts'

const { origin } = worker.location

/** The base address of a service, without a slash at its end. */
export const baseOf = (service: Service): string => serviceUrl(serviceHosts, service, origin)

/**
 * How an answer is kept, wherever its service stands; null where it is not, and for what is no service of
 * ours.
 */
export const lifeOf = (address: URL): CacheLife | null =>
  serviceAt(serviceHosts, address, origin) === null ? null : cacheLifeOf(address.pathname)
