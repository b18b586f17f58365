import { fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve as resolvePath } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApplication } from '../scripts/build.ts'
import { type Bench, type BenchAsked, BENCHES } from './benches.ts'
import { failed, type Figure } from './figure.ts'
import { keepFigures } from './keep-figures.ts'
import type { Measured } from './measure.ts'
import { tableOf } from './table-of.ts'

/**
 * `npm run bench [-- NAME…] [--keep]`: measures, prints one table, and ends with 1 where a bound is broken;
 * what is kept stands in kept.md, a table for each bench.
 * `-- histories --seeds 200 --operations 5000 [--from 1] [--report FILE]`: as many histories, and where what
 * each of them found is kept. `-- year --turns 100000`: an installation with so many turns behind it.
 */

const KEPT = join(import.meta.dirname, 'kept.md')

/**
 * Runs a bench in a process of its own: none inherits the heap, the sockets or the faults of another.
 * @returns null where it came to no end
 */
async function runBench(name: string, bench: Bench, asked: BenchAsked): Promise<Figure[] | null> {
  const mostMs = typeof bench.mostMs === 'number' ? bench.mostMs : await bench.mostMs(asked)
  return new Promise(resolve => {
    const args = [name, JSON.stringify(asked)]
    const child = fork(join(import.meta.dirname, 'measure.ts'), args, { silent: true })
    let said = ''
    let figures: Figure[] | null = null
    const listen = (data: Buffer) => {
      said += data.toString()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.on('message', message => {
      const measured = message as Measured
      if ('figures' in measured) figures = measured.figures
      else said += `${measured.error}\n`
    })
    const limit = setTimeout(() => {
      said += `it took longer than ${mostMs / 1000} s\n`
      child.kill()
    }, mostMs)
    child.on('exit', () => {
      clearTimeout(limit)
      if (figures === null || figures.some(({ isKept }) => isKept === false))
        console.error(`${name} failed:\n${said}`)
      resolve(figures)
    })
  })
}

/** What a bench says of itself is true of its own run; its table says which that was. */
function keep(name: string, figures: readonly Figure[]): void {
  const day = new Date().toISOString().slice(0, 10)
  const said = `${day}, ${availableParallelism()} cores, Node ${process.versions.node}:\n\n${tableOf(figures)}`
  writeFileSync(KEPT, keepFigures(readFileSync(KEPT, 'utf8'), Object.keys(BENCHES), name, said))
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: 'boolean', default: false },
    seeds: { type: 'string' },
    operations: { type: 'string' },
    from: { type: 'string' },
    report: { type: 'string' },
    turns: { type: 'string' },
  },
})
/** @throws for what is no count */
function countOf(name: 'seeds' | 'operations' | 'from' | 'turns'): number | undefined {
  const said = values[name]
  if (said === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(said)) throw new Error(`--${name} says how many, from 1 on, and not «${said}»`)
  return Number(said)
}
const told: BenchAsked = {
  seeds: countOf('seeds'),
  operations: countOf('operations'),
  from: countOf('from'),
  turns: countOf('turns'),
  report: values.report && resolvePath(values.report),
}
const unknown = positionals.filter(name => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`there is no ${unknown.join(', ')}; there are: ${Object.keys(BENCHES).join(', ')}`)
  process.exit(2)
}

const chosen = Object.entries(BENCHES).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
)
if (chosen.some(([, bench]) => bench.needsBuild)) buildApplication({ say: text => console.log(text) })
const figures: Figure[] = []
for (const [name, bench] of chosen) {
  const start = performance.now()
  const measured = await runBench(name, bench, told)
  figures.push(...(measured ?? [failed(name, 'failed; see above')]))
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
  if (values.keep && measured) keep(name, measured)
}
console.log(`\n${tableOf(figures)}`)
process.exitCode = figures.some(figure => figure.isKept === false) ? 1 : 0
