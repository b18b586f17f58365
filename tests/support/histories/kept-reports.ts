import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { SeedReport } from './report.ts'

/** A report of one seed, and of which state of the project it is. */
export type KeptReport = SeedReport & { commit: string }
type Lived = Pick<SeedReport, 'seed' | 'wanted'>

/**
 * A file of what each seed found, a line of JSON for each: written as they come, so that a run of many hours
 * that is ended has still said what it found, and gone on with by the next one. A line that was cut off with
 * its run is none. What was found stays in the file; its seed is lived again, and counts as it ended last.
 */
export class KeptReports {
  readonly #file: string | undefined
  readonly #reports: KeptReport[]

  /** @param file none keeps them for as long as this process lives */
  constructor(file: string | undefined) {
    this.#file = file
    const lines = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    this.#reports = lines.flatMap(line => reportIn(line) ?? [])
    // What follows begins a line of its own.
    if ((lines.at(-1) ?? '') !== '') this.#append('\n')
  }

  /** Of each seed the last. */
  get all(): readonly KeptReport[] {
    return this.#reports.filter(kept => this.#lastOf(kept) === kept)
  }

  /** Whether this seed was lived, of as many operations, and nothing was found, whatever the commit. */
  has(of: Lived): boolean {
    return this.#lastOf(of)?.violations === 0
  }

  #lastOf({ seed, wanted }: Lived): KeptReport | undefined {
    return this.#reports.findLast(kept => kept.seed === seed && kept.wanted === wanted)
  }

  add(report: KeptReport): void {
    this.#append(`${JSON.stringify(report)}\n`)
    this.#reports.push(report)
  }

  #append(text: string): void {
    if (this.#file !== undefined) appendFileSync(this.#file, text)
  }
}

function reportIn(line: string): KeptReport | undefined {
  try {
    return JSON.parse(line) as KeptReport
  } catch {
    return undefined
  }
}
