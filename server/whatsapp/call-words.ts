import type { Language } from '#contract/primitives.ts'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { displayedNumber } from '#contract/rules/ticket-number.ts'

/** What is said of a call: as little as the wall display says, and no name. */
export interface CalledTicket {
  prefix: string
  number: number
  office_name: string
  line_name: string
  modulo: string | null
  /** Attended by video: nobody walks to the module. */
  meet: boolean
}

/** Where one is expected, as the template's sentence goes on. */
const WHERE: Record<Language, { modulo: string; meet: string; unknown: string }> = {
  es: { modulo: 'módulo', meet: 'la videollamada, en Numerito', unknown: 'el mesón' },
  en: { modulo: 'desk', meet: 'the video call, in Numerito', unknown: 'the counter' },
  pt: { modulo: 'guichê', meet: 'a videochamada, no Numerito', unknown: 'o balcão' },
}

/** What the call's template is filled with: number, where one is expected, office, line. */
export function callWords({ prefix, number, modulo, meet, ...ticket }: CalledTicket, language: Language) {
  const words = WHERE[language]
  const where = meet ? words.meet : modulo === null ? words.unknown : `${words.modulo} ${shortModulo(modulo)}`
  return [displayedNumber(prefix, number), where, ticket.office_name, ticket.line_name]
}
