import fastify from 'fastify'
import { tagEntities } from '#server/http/entity-tags.ts'
import { answerError } from '#server/http/problems.ts'
import { serializerCompiler, validatorCompiler } from '#server/http/valibot-compilers.ts'
import type { App, Routes } from '#server/web/app.ts'

/**
 * Routes at the bases where a test wants them, with the schemas, tags and refusals of the real server around
 * them.
 */
export async function serveRoutes(routes: Readonly<Record<string, Routes>>): Promise<App> {
  const app = fastify() as unknown as App
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  tagEntities(app)
  for (const [prefix, register] of Object.entries(routes)) {
    await app.register(async scope => register(scope as unknown as App), { prefix })
  }
  return app
}
