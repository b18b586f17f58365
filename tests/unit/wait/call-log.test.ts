import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { liveDays } from '../../../bench/wait-error/live-days.ts'
import { OPENS } from '../../../bench/wait-error/line-at.ts'
import { readCallLog } from '../../../bench/wait-error/real-log.ts'

const { path: folder, remove } = makeTemporaryDirectory('call-log')
afterAll(remove)

const NAMES =
  'vru+line\tcall_id\tcustomer_id\tpriority\ttype\tdate\tvru_entry\tvru_exit\tvru_time\tq_start\tq_exit\tq_time\toutcome\tser_start\tser_exit\tser_time\tserver'
const call = (type: string, date: string, ...rest: string[]) =>
  ['AA0101', '33116', '9664491', '2', type, date, '9:00:00', '9:00:05', '5', ...rest].join('\t')
const fileOf = (name: string, lines: readonly string[]) => {
  const path = join(folder, name)
  writeFileSync(path, [NAMES, ...lines, ''].join('\n'))
  return path
}

it('a log of real calls is read as days of an office', () => {
  const answered = (date: string) =>
    call('PS', date, '9:01:00', '9:03:30', '150', 'AGENT', '9:03:30', '9:05:30', '120', 'ANITA')
  const path = fileOf('january.txt', [
    answered('990102').replace('9664491', ''),
    answered('990101'),
    // At once, to the same one, who was there until then; and to one who was away for long.
    call('NW', '990101', '0:00:00', '0:00:00', '0', 'AGENT', '9:20:00', '9:21:00', '60', 'ANITA'),
    call('NE', '990101', '0:00:00', '0:00:00', '0', 'AGENT', '11:00:00', '11:02:00', '120', 'ANITA'),
    call('PS', '990101', '9:02:00', '9:04:00', '120', 'HANG', '0:00:00', '0:00:00', '0', 'NO_SERVER'),
    call('IN', '990101', '9:02:00', '9:04:00', '120', 'AGENT', '9:04:00', '9:05:00', '60', 'BENSION'),
    call('PS', '990101', '0:00:00', '0:00:00', '0', 'PHANTOM', '0:00:00', '0:00:00', '0', 'NO_SERVER'),
  ])
  const days = readCallLog(path)
  expect(days.map(({ turns }) => turns.length)).toEqual([4, 1])
  const [first] = days
  const nine = 9 * 60 - OPENS
  expect(first?.turns.slice(0, 2)).toEqual([
    { line: 0, came: nine + 1, called: nine + 3.5, ended: nine + 5.5, left: null, desk: 'ANITA' },
    { line: 0, came: nine + 2, called: null, ended: null, left: nine + 4, desk: null },
  ])
  expect(first?.sittings).toEqual([
    { desk: 'ANITA', from: nine + 3.5, to: nine + 21 },
    { desk: 'ANITA', from: nine + 120, to: nine + 122 },
  ])
  expect(liveDays(days, 3)).toEqual([])
})

it('a log of another form is refused, by its line', () => {
  expect(() => readCallLog(fileOf('other.txt', ['1,2,3']))).toThrow('line 2')
  const odd = call('PS', '990101', 'soon', '9:03:30', '150', 'AGENT', 'later', '9:05:30', '120', 'ANITA')
  expect(() => readCallLog(fileOf('odd.txt', [odd]))).toThrow('no times')
})
