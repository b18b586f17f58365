import { SERVICE_BASES, type Service } from './bases.ts'
import { urlOf } from './rules/url-of.ts'

/** Hosts of services that do not stand at the origin which served the page, as `https://host`. */
export type ServiceHosts = Partial<Record<Service, string>>

/**
 * Where the worker finds what pages find in their meta tag: the server writes it before the worker's script.
 */
export const WORKER_HOSTS = 'numeritoServices'

const isService = (name: string): name is Service => Object.hasOwn(SERVICE_BASES, name)

const isOrigin = (text: string) => /^https?:\/\/[^/]+$/.test(text) && urlOf(text)?.origin === text

/**
 * Reads `https://services.example` (all of them stand there), or `login=https://a.example,
 * socket=https://b.example`; what comes later speaks louder.
 * @returns null where it says neither
 */
export function parseServiceHosts(text: string): ServiceHosts | null {
  const hosts: ServiceHosts = {}
  for (const part of text.split(',').map(own => own.trim())) {
    if (part === '') continue
    const cut = part.indexOf('=')
    const name = part.slice(0, Math.max(0, cut))
    const origin = part.slice(cut + 1)
    if (!isOrigin(origin)) return null
    if (name === '') for (const service of Object.keys(SERVICE_BASES) as Service[]) hosts[service] = origin
    else if (isService(name)) hosts[name] = origin
    else return null
  }
  return hosts
}

/** The same, written down. */
export const spellServiceHosts = (hosts: ServiceHosts): string =>
  Object.entries(hosts)
    .map(([service, origin]) => `${service}=${origin}`)
    .join(',')

/**
 * The base address of a service, without a slash at its end.
 * @param origin the page's own, as `location.origin`
 */
export const serviceUrl = (hosts: ServiceHosts, service: Service, origin: string): string =>
  `${hosts[service] ?? origin}${SERVICE_BASES[service]}`

/** The socket's address, ws or wss as its host's http or https. */
export const socketUrl = (hosts: ServiceHosts, origin: string): string =>
  serviceUrl(hosts, 'socket', origin).replace(/^http/, 'ws')

/** Which service an address belongs to: by its path, and only where that service stands. */
export function serviceAt(hosts: ServiceHosts, address: URL, origin: string): Service | null {
  for (const service of Object.keys(SERVICE_BASES) as Service[]) {
    const base = SERVICE_BASES[service]
    const isBelow = address.pathname === base || address.pathname.startsWith(`${base}/`)
    if (isBelow) return (hosts[service] ?? origin) === address.origin ? service : null
  }
  return null
}
