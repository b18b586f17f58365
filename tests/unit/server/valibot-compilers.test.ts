import * as v from 'valibot'
import { expect, it } from 'vitest'
import { validatorCompiler } from '#server/http/valibot-compilers.ts'

it('of what is sent a route sees what its schema names, and nothing else', () => {
  const schema = v.object({ name: v.string(), inside: v.optional(v.object({ push: v.boolean() })) })
  const judge = validatorCompiler({ schema, method: 'PATCH', url: '/user', httpPart: 'body' })
  const sent = { name: 'Ana', role: 'administrator', inside: { push: true, user_id: 'another' } }
  expect(judge(sent)).toEqual({ value: { name: 'Ana', inside: { push: true } } })
})
