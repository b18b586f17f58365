import type { OfficeGate } from '#server/facts/office-gate.ts'

/**
 * The gate of an office, kept shut until so many wait before it together: then how many rounds they go in is
 * no matter of who was quicker. They must all want the same kind of round.
 */
export function gathering(gate: OfficeGate, officeId: number, many: number): OfficeGate {
  const { promise: allCame, resolve: open } = Promise.withResolvers<void>()
  void gate.pass(officeId, () => allCame)
  let came = 0
  return {
    ...gate,
    together(...asked) {
      const answer = gate.together(...asked)
      if (++came === many) open()
      return answer
    },
  }
}
