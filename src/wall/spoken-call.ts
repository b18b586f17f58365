import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { spelledNumber } from '#src/domain/spelled-number.ts'

/** What is called out. A module that has a name of its own ("Caja 4") keeps it. */
export function spokenCall({ ticket, modulo }: { ticket: string; modulo: string }, words: I18n): string {
  const number = spelledNumber(ticket)
  const name = shortModulo(modulo)
  return /^\d/.test(name)
    ? words._(msg`Número ${number}, módulo ${name}`)
    : words._(msg`Número ${number}, ${name}`)
}
