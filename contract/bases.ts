/**
 * Where each service answers. By default all stand at the origin that served the application; each
 * environment may name other hosts (service-hosts.ts).
 * @see specification §1 and §7, docs/decisions "Both ends"
 */
export const SERVICE_BASES = {
  v1: '/api/v1',
  v3: '/api/v3',
  reservations: '/services/reservations/v2',
  login: '/services/login',
  users: '/services/users/v2',
  wait: '/services/wait',
  attention: '/services/attention',
  turns: '/services/turns',
  flags: '/services/flags',
  push: '/services/push',
  video: '/services/video',
  desk: '/services/desk',
  socket: '/socket',
} as const

export type Service = keyof typeof SERVICE_BASES

export const ENVIRONMENTS = ['prod', 'staging', 'qa', 'dev', 'lab'] as const
export type Environment = (typeof ENVIRONMENTS)[number]
