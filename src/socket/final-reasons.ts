/** Refusals of a join that trying again cannot change. The genuine client would go on trying for ever. */
export const FINAL_REASONS: readonly string[] = [
  'unauthorized',
  'forbidden',
  'not-found',
  'bad-request',
  'unmatched topic',
]
