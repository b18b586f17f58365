import type { DeskRow } from '#contract/rest/desk.ts'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '')

/**
 * Rows whose number was typed, with or without its letter and its zeros, or of whose answers a word begins
 * so; accents and case aside.
 */
export function findRows(rows: readonly DeskRow[], typed: string): readonly DeskRow[] {
  const wanted = plain(typed.trim())
  if (wanted === '') return rows
  const isNumber = /^\d+$/.test(wanted)
  const begins = (text: string) =>
    plain(text)
      .split(/\s+/)
      .some((_, at, words) => words.slice(at).join(' ').startsWith(wanted))
  return rows.filter(
    ({ ticket, answers }) =>
      plain(ticket).startsWith(wanted) ||
      (isNumber && digits(ticket) === digits(wanted)) ||
      answers.some(({ answer }) => begins(String(answer))),
  )
}
