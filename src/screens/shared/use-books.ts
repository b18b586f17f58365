import type { Line } from '#contract/rest/offices.ts'
import { useFlag } from '#src/stores/flags-store.ts'

/**
 * Whether times can be booked in a line: by what the line says, and unless the flag says that nobody books
 * now.
 */
export function useBooks(): (line: Pick<Line, 'takes_reservations'>) => boolean {
  const isOn = useFlag('reservations')
  return ({ takes_reservations }) => isOn && takes_reservations
}
