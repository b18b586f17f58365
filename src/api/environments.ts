import { type Environment, SERVICE_BASES, type Service } from '#contract/bases.ts'

/** Hosts of services that do not stand at the origin which served the page, as `https://host`. */
export type ServiceHosts = Partial<Record<Service, string>>

/**
 * Each environment has its own set. An empty one means that everything stands at the page's own origin, which is how the
 * server of this project serves all five; an installation that divides its services names their hosts here.
 *
 * @see rule SHELL-09, decisions.md "Both ends"
 */
export const ENVIRONMENT_HOSTS: Record<Environment, ServiceHosts> = {
  prod: {},
  staging: {},
  qa: {},
  dev: {},
  lab: {},
}

/**
 * The base address of a service, without a slash at its end.
 *
 * @param origin the page's own, as `location.origin`
 */
export function serviceUrl(hosts: ServiceHosts, service: Service, origin: string): string {
  return `${(hosts[service] ?? origin).replace(/\/$/, '')}${SERVICE_BASES[service]}`
}

/** The socket's address, ws or wss as the page's own http or https. */
export function socketUrl(hosts: ServiceHosts, origin: string): string {
  return serviceUrl(hosts, 'socket', origin).replace(/^http/, 'ws')
}
