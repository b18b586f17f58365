import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { shortModulo } from '#contract/rules/modulo-name.ts'

/** Letter by letter and digit by digit, as one says a number of a dispenser. */
const spelled = (ticket: string): string => [...ticket].join(' ')

/** What is called out. A module that has a name of its own ("Caja 4") keeps it. */
export function spokenCall({ ticket, modulo }: { ticket: string; modulo: string }, words: I18n): string {
  const number = spelled(ticket)
  const name = shortModulo(modulo)
  return /^\d/.test(name)
    ? words._(msg`Número ${number}, módulo ${name}`)
    : words._(msg`Número ${number}, ${name}`)
}
