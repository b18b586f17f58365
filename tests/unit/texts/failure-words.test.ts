import { expect, it } from 'vitest'
import { heardCode } from '#src/domain/failure-codes.ts'
import { failure } from '#src/flows/outcome.ts'
import { PAGE_STORES, storePorts } from '#src/stores/store-ports.ts'
import { RefusalText } from '#src/screens/times/refusal-text.tsx'
import { errorText } from '#src/texts/error-texts.ts'
import { generalText } from '#src/texts/general-error-texts.ts'
import { reservationRefusalText } from '#src/texts/reservation-error-texts.ts'
import { type TicketRefusal, ticketRefusalText } from '#src/texts/ticket-refusal-text.ts'

const said = (code: string) => {
  const { id, message } = errorText(heardCode(code))
  return message ?? id
}

it('a code that nobody knows is an unexpected error; a time-out says whose patience ran out', () => {
  expect(said('no-such-code')).toBe(said('internal'))
  expect(said('channel-join')).not.toBe(said('internal'))
  expect(said('timeout')).not.toBe(said('ticket-new'))
})

it('a code without words does not compile', () => {
  // @ts-expect-error Nothing says what it means.
  expect(failure('ongoing').status).toBe('failed')
  // @ts-expect-error
  expect(errorText('ongoing')).toBe(errorText('internal'))
  // @ts-expect-error This one only says that nobody knows; no verb fails with it.
  expect(failure('unknown').status).toBe('failed')
})

it('nor is one put to the texts of a subject, which would say the server’s words of it, or an unexpected error', () => {
  // @ts-expect-error
  expect(generalText('ongoing')).toBeUndefined()
  // @ts-expect-error
  expect(reservationRefusalText({ code: 'ongoing' })).toBe(reservationRefusalText({ code: 'other' }))
  // @ts-expect-error
  const asked: TicketRefusal = { code: 'ongoing', message: 'no' }
  expect(ticketRefusalText(asked, 'rut')).toBe(ticketRefusalText({ ...asked, code: heardCode('?') }, 'rut'))
  // @ts-expect-error
  expect(RefusalText.bind(null, { code: 'ongoing' })).toBeTypeOf('function')
})

it('nor does one that is told to a store, or said in a notice', () => {
  const { booking, favorites, newTicket, notices, session } = storePorts(PAGE_STORES)
  // @ts-expect-error
  session.failed('ongoing')
  // @ts-expect-error
  favorites.setFailed('ongoing')
  // @ts-expect-error
  newTicket.failed(7, { code: 'ongoing', message: null })
  // @ts-expect-error
  booking.failed(7, { code: 'ongoing', message: null })
  // @ts-expect-error
  notices.raise({ kind: 'generic-error', subject: '7', code: 'ongoing' })
  // @ts-expect-error
  notices.raise({ kind: 'new-alert-error', subject: '7', code: 'ongoing', message: null })
  // Screens say of these in their own words that nobody knows.
  newTicket.failed(7, { code: 'unknown', message: null })
  booking.failed(7, { code: 'unknown', message: null })
  expect(PAGE_STORES.newTicket.getState().tickets[7]?.failure?.code).toBe('unknown')
  expect(PAGE_STORES.reservation.getState().failure?.code).toBe('unknown')
})
