import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyRunning, type ServersLine } from '#server/keeping/copy-running.ts'
import type { Timers } from '#server/platform/timers.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'

/** Time that is over as soon as it is asked for, or never. */
const over: Timers = {
  after(_, call) {
    setImmediate(call)
    return () => {}
  },
  every: () => () => {},
}
const still: Timers = { after: () => () => {}, every: () => () => {} }

describe('the copy of a database that a server has open', () => {
  let directory: TemporaryDirectory
  beforeEach(() => {
    directory = makeTemporaryDirectory('copy')
    for (const [name, text] of [
      ['base/1/100', 'rows'],
      ['pg_wal/0001', 'log'],
      ['pg_replslot/numerito_backup/state', 'slot'],
      ['postmaster.pid', '42'],
      ['global/pg_control', 'control'],
    ] as const) {
      const path = join(directory.path, 'database', name)
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, text)
    }
  })
  afterEach(() => directory.remove())

  const copy = (ask: ServersLine['ask'], timers = still) =>
    copyRunning(
      { ask, hangUp: () => {} },
      { from: join(directory.path, 'database'), to: join(directory.path, 'copy'), timers },
    )
  const copied = (name: string) => readFileSync(join(directory.path, 'copy/database', name), 'utf8')

  it('[KEEP-01] has the files, then the log of until then, and the label by which they are made whole', async () => {
    const asked: string[] = []
    await copy(async word => {
      asked.push(word)
      if (word === 'copy') return 'begun'
      expect(() => copied('pg_wal/0001')).toThrow('ENOENT')
      writeFileSync(join(directory.path, 'database/pg_wal/0002'), 'later')
      return JSON.stringify('START WAL LOCATION\n')
    })
    expect(asked).toEqual(['copy', 'copied'])
    expect(copied('base/1/100')).toBe('rows')
    expect(copied('pg_wal/0002')).toBe('later')
    expect(copied('backup_label')).toBe('START WAL LOCATION\n')
    for (const name of ['postmaster.pid', 'pg_replslot/numerito_backup/state'])
      expect(() => copied(name)).toThrow('ENOENT')
  })

  it('[KEEP-01] is refused while another is made', async () => {
    await expect(copy(async () => 'busy')).rejects.toThrow('another backup is being taken')
  })

  it('[KEEP-01] is not waited for for ever, where the server is older and knows no such word', async () => {
    await expect(copy(() => new Promise(() => {}), over)).rejects.toThrow('of an older numerito')
    await expect(copy(async () => '{"loaded":false}')).rejects.toThrow()
  })

  it('[KEEP-01] is none where the server ends meanwhile', async () => {
    await expect(
      copy(async word => {
        if (word === 'copy') return 'begun'
        throw new Error('it ended')
      }),
    ).rejects.toThrow('the server ended while it was copied')
  })
})
