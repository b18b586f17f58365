import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { BaseIssue, BaseSchema, InferInput, InferOutput } from 'valibot'

type AnySchema = BaseSchema<unknown, unknown, BaseIssue<unknown>>

/**
 * Route schemas are valibot's: the handler sees what the schema makes of the input, and answers what it
 * allows.
 */
export interface ValibotTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends AnySchema ? InferOutput<this['schema']> : unknown
  serializer: this['schema'] extends AnySchema ? InferInput<this['schema']> : unknown
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ValibotTypeProvider
>

/** A capability's routes: registered under the base of its service. */
export type Routes = (app: App) => void
