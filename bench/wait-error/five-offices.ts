import { atLeast, atMost, type Figure, shown, times } from '../figure.ts'
import { type DaySaid, FORETELLERS, type Foreteller, liveDays } from './live-days.ts'
import { OFFICES, type OfficeLaw } from './office-laws.ts'
import { oracle } from './oracle.ts'
import { readCallLog } from './real-log.ts'
import { RepeatableRandom } from './repeatable-random.ts'
import { holding, leastHeld, type Said, type Score, scoreOf, widthAt } from './score.ts'
import { live, type LivedDay, opening } from './simulate.ts'

const FIRST_SEED = 20261121
const SEEDS = 8
/** By then there is a past to learn from, as after a fortnight. */
const DAYS_BEFORE = 10
const DAYS = 20
/** The oracle is asked for one of so many, and looks at so many futures. */
const ORACLE_EVERY = 6
const FUTURES = 40

const minutes = (value: number) => `${value.toFixed(1)} min`
const percent = (part: number) => `${(100 * part).toFixed(1)} %`

/** All that is said in one office, over its seeds. */
function saidIn(law: OfficeLaw): DaySaid[] {
  const all: DaySaid[] = []
  for (let seed = 0; seed < SEEDS; seed++) {
    const random = new RepeatableRandom(FIRST_SEED + seed)
    const paces: number[] = []
    const days = Array.from({ length: DAYS }, (): LivedDay => {
      const office = opening(law, random)
      paces.push(office.pace)
      return live(office, law, random)
    })
    const foresight = new RepeatableRandom(FIRST_SEED - seed)
    let asked = 0
    const foresee: Parameters<typeof liveDays>[2] = (look, day) =>
      day >= DAYS_BEFORE && asked++ % ORACLE_EVERY === 0
        ? oracle(look, law, { pace: paces[day]!, random: foresight, times: FUTURES })
        : undefined
    all.push(...liveDays(days, law.attention.mean, foresee))
  }
  return all
}

const of = (all: readonly DaySaid[], who: Foreteller): Said[] => all.flatMap(({ said }) => said[who] ?? [])

const worded = ({ mae, rmse, bias, within, later, width }: Score) =>
  [
    `${minutes(mae)} off, RMSE ${minutes(rmse)}, bias ${minutes(bias)}`,
    ...(Number.isNaN(within) ? [] : [`${percent(within)} within ${minutes(width)}, ${percent(later)} later`]),
  ].join('; ')

/** All that anybody said, for people to look at. */
const table = (name: string, all: readonly DaySaid[]): Figure[] =>
  FORETELLERS.flatMap(who => {
    const said = of(all, who)
    return said.length === 0 ? [] : [shown(`${name}: ${who}, ${said.length} people`, worded(scoreOf(said)))]
  })

function judge(law: OfficeLaw, all: readonly DaySaid[]): Figure[] {
  const { name } = law
  const later = all.filter(({ day }) => day >= DAYS_BEFORE)
  const told = scoreOf(of(later, 'told'))
  const asked = later.filter(({ said }) => said.oracle)
  const ofOracle = scoreOf(of(asked, 'told')).mae / scoreOf(of(asked, 'oracle')).mae
  const formula = of(later, 'formula')
  const width = told.width / widthAt(formula, told.within)
  // The oracle is asked for some alone: both are compared by these.
  const limit = widthAt(of(asked, 'oracle'), told.within) / widthAt(of(asked, 'formula'), told.within)
  const least = [of(later, 'told'), holding(formula, told.within)].map(leastHeld)
  const first = all.filter(({ day }) => day === 0)
  const unlearned = scoreOf(of(first, 'told')).mae / scoreOf(of(first, 'formula')).mae
  const isOwn = law === OFFICES[0]
  return [
    ...table(name, later),
    atLeast(`${name}: real waits within the range`, told.within, 0.77, percent),
    atMost(`${name}: the same`, told.within, 0.84, percent),
    atMost(`${name}: who waited longer`, told.later, 0.12, percent),
    atMost(`${name}: width, beside the formula’s where that holds as many`, width, 0.8, times),
    shown(`${name}: the same, of one who knows by what chance the office lives`, times(limit)),
    shown(
      `${name}: real waits within that fifth of the ranges that holds least, beside the formula’s`,
      least.map(percent).join(' : '),
    ),
    ...(isOwn
      ? [
          atMost(`${name}: mean error of the one figure`, told.mae, 7, minutes),
          atMost(`${name}: the same, beside the oracle’s`, ofOracle, 1.3, times),
        ]
      : [shown(`${name}: mean error, beside the oracle’s`, times(ofOracle))]),
    atMost(`${name}: mean error on the first day, beside the formula’s`, unlearned, 1.02, times),
  ]
}

/**
 * How true the wait is in five offices that chance makes, each of eight seeds: beside the rule of thumb, the
 * formula that holds before anything was learned, the delays of who stands first and of who was called last,
 * and one who knows by what chance the office lives.
 */
export const measureFiveOffices = (): Figure[] => OFFICES.flatMap(law => judge(law, saidIn(law)))

/** The same of a log of real calls. @see readCallLog */
export const measureCallLog = (path: string): Figure[] =>
  table(
    'a real telephone log',
    liveDays(readCallLog(path), 3).filter(({ day }) => day >= DAYS_BEFORE),
  )
