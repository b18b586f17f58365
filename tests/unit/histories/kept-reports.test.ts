import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type KeptReport, KeptReports } from '#tests/support/histories/kept-reports.ts'
import { brokenOff } from '#tests/support/histories/report.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'

const FAULT = new Error('the server did not come up')
const broken = (seed: number): KeptReport => ({
  ...brokenOff({ seed, kind: 'embedded', wanted: 5_000 }, FAULT),
  commit: 'abc1234',
})
const report = (seed: number): KeptReport => ({ ...broken(seed), violations: 0, excerpt: '' })

describe('reports of histories that are kept', () => {
  let directory: TemporaryDirectory
  let file: string
  beforeEach(() => {
    directory = makeTemporaryDirectory('kept-reports')
    file = join(directory.path, 'report.jsonl')
  })
  afterEach(() => directory.remove())

  it('are gone on with by the next run, which lives no seed again', () => {
    new KeptReports(file).add(report(1))
    const next = new KeptReports(file)
    expect(next.all).toEqual([report(1)])
    expect(next.has({ seed: 1, wanted: 5_000 })).toBe(true)
    expect(next.has({ seed: 2, wanted: 5_000 })).toBe(false)
    next.add(report(2))
    expect(new KeptReports(file).all).toEqual([report(1), report(2)])
  })

  it('know a seed of as many operations alone: of fewer it is another history', () => {
    const kept = new KeptReports(file)
    kept.add(report(1))
    expect(kept.has({ seed: 1, wanted: 20_000 })).toBe(false)
  })

  it('of a run that was ended within a line leave that seed to be lived, and their others alone', () => {
    new KeptReports(file).add(report(1))
    appendFileSync(file, JSON.stringify(report(2)).slice(0, 40))
    const next = new KeptReports(file)
    expect(next.all).toEqual([report(1)])
    next.add(report(2))
    expect(new KeptReports(file).all).toEqual([report(1), report(2)])
  })

  it('keep what was found, and leave its seed to be lived again, which counts then', () => {
    const kept = new KeptReports(file)
    kept.add(broken(1))
    kept.add(report(2))
    expect(kept.all).toEqual([broken(1), report(2)])
    expect(kept.has({ seed: 1, wanted: 5_000 })).toBe(false)
    kept.add(report(1))
    const next = new KeptReports(file)
    expect(next.has({ seed: 1, wanted: 5_000 })).toBe(true)
    expect(next.all).toEqual([report(2), report(1)])
    expect(readFileSync(file, 'utf8')).toContain('the server did not come up')
  })

  it('say of a seed that did not end what kept it from there, as of a violation', () => {
    const { violations, excerpt } = broken(3)
    expect(violations).toBe(1)
    expect(excerpt).toContain('seed 3, embedded: Error: the server did not come up')
  })

  it('live without a file for as long as the run', () => {
    const kept = new KeptReports(undefined)
    kept.add(report(1))
    expect(kept.all).toEqual([report(1)])
    expect(() => readFileSync(file)).toThrow()
  })
})
