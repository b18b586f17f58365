import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { uuid } from '#contract/primitives.ts'
import { PRESS_HEADER } from '#contract/rest/desk-press.ts'
import { Refusal } from './refusal.ts'

/** By which press a clerk asks; undefined where the desk names none. @throws Refusal bad-request */
export function pressOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const said = headers[PRESS_HEADER]
  if (said === undefined) return undefined
  const parsed = v.safeParse(uuid, said)
  if (!parsed.success) throw new Refusal('bad-request', 400, `${PRESS_HEADER} is no uuid`)
  return parsed.output
}
