import type { Figures } from '#contract/rest/figures.ts'
import type { ServicesOfDay } from './read-turns.ts'

type OfLine = Figures['services'][number]['lines'][number]

/** Adds up how often each service was done: in all, and by line. */
export function countServices() {
  const services = new Map<string, Map<number, OfLine>>()
  return {
    add(counted: readonly ServicesOfDay[]): void {
      for (const { service, line_id, quantity, turns } of counted) {
        const lines = services.get(service) ?? new Map<number, OfLine>()
        const known = lines.get(line_id) ?? { line_id, quantity: 0, turns: 0 }
        services.set(service, lines)
        lines.set(line_id, {
          line_id,
          quantity: known.quantity + quantity,
          turns: known.turns + turns,
        })
      }
    },
    /** What was done most often first; of those alike, by their names. */
    services(): Figures['services'] {
      return [...services]
        .map(([service, ofLines]) => {
          const lines = [...ofLines.values()].sort((a, b) => a.line_id - b.line_id)
          const sum = (of: 'quantity' | 'turns') => lines.reduce((total, line) => total + line[of], 0)
          return { service, quantity: sum('quantity'), turns: sum('turns'), lines }
        })
        .sort((a, b) => b.quantity - a.quantity || (a.service < b.service ? -1 : 1))
    },
  }
}
