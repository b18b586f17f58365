import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDirectory } from '#server/database/embedded/directory-lock.ts'
import { adoptRestored } from '#server/keeping/adopt-restored.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'

describe('what a restore made ready', () => {
  let directory: TemporaryDirectory
  beforeEach(() => {
    directory = makeTemporaryDirectory('adopt')
    write('database/database/PG_VERSION', 'old')
    write('secret', 'old')
    write('restored/database/PG_VERSION', 'new')
    write('restored/secret', 'new')
  })
  afterEach(() => directory.remove())

  const at = (path: string) => join(directory.path, path)
  function write(path: string, text: string): void {
    mkdirSync(join(at(path), '..'), { recursive: true })
    writeFileSync(at(path), text)
  }
  const stands = () =>
    ['database/database/PG_VERSION', 'secret'].map(path => readFileSync(at(path), 'utf8').trim())

  /** Where it may have been interrupted: each step leaves what the ones before it did. */
  const steps: [string, () => void][] = [
    ['what was there is out of the way', () => renameSync(at('database/database'), at('replaced'))],
    ['the database is in its place', () => renameSync(at('restored/database'), at('database/database'))],
    ['the secret is in its place', () => renameSync(at('restored/secret'), at('secret'))],
    ['its folder is gone', () => rmSync(at('restored'), { recursive: true })],
  ]
  it.each(steps.map(([name], nth) => ({ name, nth })))(
    '[KEEP-01] takes its place, though it was interrupted when $name',
    ({ nth }) => {
      for (const [, step] of steps.slice(0, nth + 1)) step()
      adoptRestored(directory.path)
      expect(stands()).toEqual(['new', 'new'])
      expect(existsSync(at('restored'))).toBe(false)
    },
  )

  it('[KEEP-01] takes its place at the first word', () => {
    adoptRestored(directory.path)
    expect(stands()).toEqual(['new', 'new'])
    expect(['restored', 'replaced'].filter(name => existsSync(at(name)))).toEqual([])
  })

  it('[KEEP-01] brings no secret where it has none: the one that is there stays', () => {
    rmSync(at('restored/secret'))
    adoptRestored(directory.path)
    expect(stands()).toEqual(['new', 'old'])
  })

  it('[KEEP-01] is left alone while somebody has the database, and where it is not whole', () => {
    const unlock = lockDirectory(at('database'))
    adoptRestored(directory.path)
    expect(stands()).toEqual(['old', 'old'])
    unlock()
    renameSync(at('restored'), at('restored.unfinished'))
    adoptRestored(directory.path)
    expect(stands()).toEqual(['old', 'old'])
  })
})
