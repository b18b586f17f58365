import helmet from '@fastify/helmet'
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

/** Older browsers do not count the socket of one's own origin to 'self'. */
const socketOrigins = (origins: readonly string[]) => origins.map(origin => origin.replace(/^http/, 'ws'))

/**
 * Nothing is loaded from elsewhere, nothing runs that was not built, nobody frames the pages.
 * @param origins may grow until the server listens
 */
export async function setSecurityHeaders(app: App, origins: readonly string[]): Promise<void> {
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
        'connect-src': ["'self'", () => socketOrigins(origins).join(' ')],
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
