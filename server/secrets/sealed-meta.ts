import type { Question } from '#contract/rest/forms.ts'
import type { TicketMeta } from '#contract/rest/tickets.ts'
import type { Protection } from './protection.ts'

/**
 * What is kept beside a turn, sealed: the form's answers and the marketing parameters. No identity number.
 */
export interface SealedMeta {
  answers?: Record<string, string>
  params?: Record<string, string>
}

/** Only what is asked is kept, and nothing at all where nothing is said. */
export function sealAsked(
  questions: readonly Pick<Question, 'id'>[],
  meta: TicketMeta,
  protect: Pick<Protection, 'sealMeta'>,
): Uint8Array | null {
  const asked = new Set(questions.map(question => question.id))
  const answers = Object.entries(meta.answers ?? {}).filter(([id]) => asked.has(id))
  const kept: SealedMeta = {
    ...(answers.length > 0 && { answers: Object.fromEntries(answers) }),
    ...(meta.params && { params: meta.params }),
  }
  return Object.keys(kept).length === 0 ? null : protect.sealMeta(kept)
}

/** By which whoever is named is recognised; null where nobody is. */
export function identityOf(
  { rut, dni }: TicketMeta,
  protect: Pick<Protection, 'identityHash'>,
): Uint8Array | null {
  if (rut !== undefined) return protect.identityHash('rut', rut)
  return dni === undefined ? null : protect.identityHash('dni', dni)
}
