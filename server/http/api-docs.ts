import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { SERVICE_BASES } from '#contract/bases.ts'
import type { App } from '#server/web/app.ts'
import type { ValibotSchema } from './valibot-compilers.ts'

const DOCS_PATH = '/api/docs'

/** The viewer brings styles of its own; its rules hold under its address alone. */
const VIEWER_CSP = {
  'default-src': "'self'",
  'img-src': "'self' data:",
  'style-src': "'self' 'unsafe-inline'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

const isValibot = (schema: unknown): schema is ValibotSchema =>
  typeof schema === 'object' && schema !== null && 'kind' in schema && schema.kind === 'schema'

/**
 * As it travels. What JSON Schema has no word for (a check, a transformation) is left out, not guessed at.
 */
const asJsonSchema = (schema: ValibotSchema) =>
  toJsonSchema(schema, { target: 'draft-2020-12', typeMode: 'input', errorMode: 'ignore' })

function answersOf(response: unknown): Record<string, object> {
  return Object.fromEntries(
    Object.entries(response ?? {}).map(([status, schema]) => {
      if (!isValibot(schema) || v.is(schema, undefined))
        return [status, { type: 'null', description: 'nothing' }]
      return [status, { ...asJsonSchema(schema), description: 'as the schema says' }]
    }),
  )
}

/** Which service a route belongs to, by the longest base that it begins with. */
function serviceOf(url: string): string | undefined {
  return Object.entries(SERVICE_BASES)
    .filter(([, base]) => url === base || url.startsWith(`${base}/`))
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([service]) => service)[0]
}

interface RouteSchema {
  tags?: string[]
  security?: object[]
  body?: unknown
  querystring?: unknown
  params?: unknown
  headers?: unknown
  response?: unknown
  hide?: boolean
}

function describeRoute(schema: RouteSchema | undefined, url: string): object {
  const service = serviceOf(url)
  if (service === undefined) return { hide: true }
  const { response, ...inputs } = schema ?? {}
  const described = Object.entries(inputs).map(([part, input]) => [
    part,
    isValibot(input) ? asJsonSchema(input) : input,
  ])
  return { tags: [service], ...Object.fromEntries(described), response: answersOf(response) }
}

/** OpenAPI 3.1 at /api/docs (to read) and /api/docs/json, from the schemas that the routes are held to. */
export async function documentApi(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Numerito',
        version,
        description:
          'Refusals are application/problem+json with a machine code. Times are ISO 8601 with offset. ' +
          'The token of login/session travels as Authorization: Bearer.',
      },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer' },
          machine: {
            type: 'http',
            scheme: 'bearer',
            description:
              'Of a machine of the office’s own: a supervisor makes it at the desk, and revokes it.',
          },
        },
      },
      tags: [
        {
          name: 'machines',
          description: 'For the office’s own machines: dispensers of numbers, signage systems.',
        },
      ],
      security: [{ token: [] }],
    },
    transform: ({ schema, url }) => ({ schema: describeRoute(schema as RouteSchema, url), url }),
  })
  await app.register(swaggerUi, { routePrefix: DOCS_PATH, staticCSP: VIEWER_CSP })
}
