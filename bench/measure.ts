import { BENCHES, type BenchAsked } from './benches.ts'
import type { Figure } from './figure.ts'

/** What this process says to the one that started it. */
export type Measured = { figures: Figure[] } | { error: string }

/** One bench, in this process of its own: `node measure.ts NAME ASKED`, started by run.ts. */
async function measure(name: string, asked: BenchAsked): Promise<Measured> {
  try {
    const bench = BENCHES[name]
    if (!bench) throw new Error(`there is no bench ${name}`)
    return { figures: await bench.measure(asked) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

// Temporary files and servers go with the process, and so they must when it is told to end.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
process.once('disconnect', () => process.exit(1))
const measured = await measure(process.argv[2] ?? '', JSON.parse(process.argv[3] ?? '{}') as BenchAsked)
process.send?.(measured, () => process.exit())
