import { readFileSync } from 'node:fs'
import type { LivedDay, Sitting, Turn } from './simulate.ts'
import { OPENS } from './line-at.ts'

/** Somebody who answers no call for so long is not at the desk. */
const AWAY_MINUTES = 20

const minutesOf = (time: string): number => {
  const [hours = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] = time.split(':').map(Number)
  return hours * 60 + minutes + seconds / 60 - OPENS
}

/** When each of those who answer was there: from call to call, without longer gaps. */
function sittingsOf(turns: readonly Turn[]): Sitting[] {
  const sittings: Sitting[] = []
  const byDesk = Map.groupBy(
    turns.filter(({ called }) => called !== null),
    ({ desk }) => desk!,
  )
  for (const [desk, calls] of byDesk) {
    for (const { called, ended } of calls.sort((a, b) => a.called! - b.called!)) {
      const last = sittings.at(-1)
      if (last?.desk === desk && called! - last.to <= AWAY_MINUTES) last.to = Math.max(last.to, ended!)
      else sittings.push({ desk, from: called!, to: ended! })
    }
  }
  return sittings
}

/**
 * Days of a telephone log, as the Technion's SEE laboratory gives it away: the call centre of the "Anonymous
 * Bank", 1999, a text file for each month, one call a line after a line of names, seventeen columns by tabs:
 * vru+line, call_id, customer_id, priority, type, date (YYMMDD), vru_entry, vru_exit, vru_time, q_start,
 * q_exit, q_time, outcome (AGENT, HANG, PHANTOM), ser_start, ser_exit, ser_time, server. Times are HH:MM:SS.
 * Calls to the desk for computers (type IN) are left out: others answer them.
 * @throws where a line does not have that form
 */
export function readCallLog(path: string): LivedDay[] {
  const lines = readFileSync(path, 'utf8').split(/\r?\n/).slice(1)
  const turns = lines.flatMap((line, index): { date: string; turn: Turn }[] => {
    if (line.trim() === '') return []
    // Some callers have no customer_id: two tabs then stand beside each other.
    const columns = line.includes('\t') ? line.trimEnd().split('\t') : line.trim().split(/\s+/)
    if (columns.length < 17)
      throw new Error(`line ${index + 2} of ${path} has ${columns.length} columns, not 17`)
    const [, , , , type, date = '', , , , start = '', exit = '', , outcome, from = '', to = '', , server] =
      columns
    if (type === 'IN' || outcome === 'PHANTOM') return []
    const isAnswered = outcome === 'AGENT'
    // Who did not have to wait has no times of a queue.
    const came = start === '0:00:00' || start === '00:00:00' ? minutesOf(from) : minutesOf(start)
    const called = isAnswered ? minutesOf(from) : null
    const ended = isAnswered ? minutesOf(to) : null
    if (![came, called ?? 0, ended ?? 0].every(Number.isFinite))
      throw new Error(`line ${index + 2} of ${path}: no times`)
    // A night is too little of a day, and its calls end on another.
    if (ended !== null && ended < called!) return []
    const left = isAnswered ? null : minutesOf(exit)
    return [
      { date, turn: { line: 0, came, called, ended, left, desk: isAnswered ? (server ?? null) : null } },
    ]
  })
  return [...Map.groupBy(turns, ({ date }) => date)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, ofDay]) => {
      const all = ofDay.map(({ turn }) => turn).sort((a, b) => a.came - b.came)
      return { turns: all, sittings: sittingsOf(all) }
    })
}
