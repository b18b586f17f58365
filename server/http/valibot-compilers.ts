import type { FastifySchemaCompiler } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import * as v from 'valibot'
import { type FieldFault, Refusal } from '#server/web/refusal.ts'

export type ValibotSchema = v.GenericSchema

/**
 * What is wrong with a field, in words that do not repeat what was sent: an answer may end in a log that is
 * not ours.
 */
function faultOf(issue: v.BaseIssue<unknown>): FieldFault {
  const path = v.getDotPath(issue) ?? ''
  if (issue.kind === 'schema') {
    const missing = issue.received === 'undefined'
    return { path, message: missing ? 'is missing' : `expected ${issue.expected ?? issue.type}` }
  }
  if (issue.type === 'check') return { path, message: issue.message }
  return { path, message: `does not fit: ${[issue.type, issue.expected].filter(Boolean).join(' ')}` }
}

/**
 * Input that does not fit becomes a 400 that names each field at fault. Unknown keys are tolerated, and
 * dropped.
 */
export const validatorCompiler: FastifySchemaCompiler<ValibotSchema> = ({ schema, httpPart }) => {
  return input => {
    const { success, output, issues } = v.safeParse(schema, input)
    if (success) return { value: output }
    const fields = issues.map(faultOf)
    const named = fields.map(({ path, message }) => `${path || httpPart || 'input'}: ${message}`)
    return { error: new Refusal('bad-request', 400, named.join('; '), fields) }
  }
}

/** An answer says what its schema allows, and nothing more. One that does not fit it is a fault of ours. */
export const serializerCompiler: FastifySerializerCompiler<ValibotSchema> = ({ schema, method, url }) => {
  return answer => {
    const { success, output, issues } = v.safeParse(schema, answer)
    if (success) return JSON.stringify(output)
    const faults = issues.map(issue => faultOf(issue)).map(({ path, message }) => `${path} ${message}`)
    throw new Error(`the answer to ${method} ${url} does not fit its schema: ${faults.join('; ')}`)
  }
}
