import { expect, it } from 'vitest'
import { failure } from '#src/flows/outcome.ts'
import { errorText } from '#src/texts/error-texts.ts'

it('a code that nobody knows is an unexpected error; a time-out says whose patience ran out', () => {
  const said = (code: string) => errorText(code).message ?? errorText(code).id
  expect(said('no-such-code')).toBe(said('internal'))
  expect(said('channel-join')).not.toBe(said('internal'))
  expect(said('timeout')).not.toBe(said('ticket-new'))
})

it('a code without words does not compile', () => {
  // @ts-expect-error Nothing says what it means.
  expect(failure('ongoing').status).toBe('failed')
})
