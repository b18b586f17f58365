import helmet from '@fastify/helmet'
import type { ServiceHosts } from '#contract/service-hosts.ts'
import type { App } from '#server/web/app.ts'

/** The policies by which the application makes URLs of scripts: that of the service worker, and no other. */
const TRUSTED_TYPES = ['numerito-sw']
const HSTS_S = 365 * 24 * 3_600

/** What the application asks of the browser, and what nothing in it may ask. */
const PERMISSIONS = [
  'geolocation=(self)',
  'camera=(self)',
  'microphone=(self)',
  'display-capture=()',
  'payment=()',
  'usb=()',
  'serial=()',
  'hid=()',
  'midi=()',
  'browsing-topics=()',
].join(', ')

const socketOrigin = (origin: string) => origin.replace(/^http/, 'ws')

/** Whom a page may ask. Older browsers do not count the socket of one's own origin to 'self'. */
function asked(origins: readonly string[], services: ServiceHosts): string {
  const hosts = new Set(Object.values(services))
  const sockets = new Set([...origins, services.socket ?? []].flat().map(socketOrigin))
  return [...hosts, ...sockets].join(' ')
}

/**
 * Nothing is loaded from elsewhere, nothing runs that was not built, nobody frames the pages.
 * @param origins may grow until the server listens
 * @param services those that stand elsewhere, which alone may be asked beside us
 */
export async function setSecurityHeaders(
  app: App,
  origins: readonly string[],
  services: ServiceHosts,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'font-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'", () => asked(origins, services)],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': TRUSTED_TYPES,
      },
    },
    // Browsers heed it over https only.
    strictTransportSecurity: { maxAge: HSTS_S, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS)
  })
}
