import type { App } from '#server/web/app.ts'

/** Tokens and captchas are in these answers: no cache on the way, and none in the browser, may hold them. */
export function keepNothing(app: App): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
}
