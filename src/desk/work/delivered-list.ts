import type { DeliveredService } from '#contract/rest/desk.ts'
import type { TicketState } from '#contract/rest/tickets.ts'

/** The order in which services are named says nothing. */
export function isSameDelivered(
  some: readonly DeliveredService[],
  others: readonly DeliveredService[],
): boolean {
  return (
    some.length === others.length &&
    some.every(({ service, quantity }) => quantityOf(others, service) === quantity)
  )
}

export const quantityOf = (delivered: readonly DeliveredService[], service: string): number =>
  delivered.find(each => each.service === service)?.quantity ?? 0

/**
 * What may be noted of somebody: what the office lists, in its order, and what was noted of them of services
 * that it lists no more.
 */
export const notedServices = (
  listed: readonly string[],
  delivered: readonly DeliveredService[],
): string[] => [
  ...listed,
  ...delivered.map(({ service }) => service).filter(service => !listed.includes(service)),
]

/**
 * All that was done, as it would be saved: what this clerk touched, over what stands now. So of two who note
 * at once each keeps what the other did not touch.
 */
export const withTouched = (
  services: readonly string[],
  delivered: readonly DeliveredService[],
  touched: ReadonlyMap<string, number>,
): DeliveredService[] =>
  services
    .map(service => ({ service, quantity: touched.get(service) ?? quantityOf(delivered, service) }))
    .filter(({ quantity }) => quantity > 0)

/** Of whoever was called, where the office lists anything; and what was noted can be put right. */
export const isDeliverable = (
  { state, delivered }: { state: TicketState; delivered: readonly DeliveredService[] },
  listed: readonly string[],
): boolean => delivered.length > 0 || (listed.length > 0 && (state === 'called' || state === 'attended'))
