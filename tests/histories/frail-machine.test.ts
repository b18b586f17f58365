import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ailment, MACHINE_FILE, WELL } from '#tests/support/histories/ailment.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'

const HOUR_MS = 3_600_000
/** A machine that is as slow as that starts no program in time. */
const MINUTE_MS = 60_000

/** What a program sees of its machine, in its own thread and in another. */
const PROGRAM = `
  import { openSync, fdatasyncSync } from 'node:fs'
  import { isMainThread, parentPort, Worker } from 'node:worker_threads'
  import { fileURLToPath } from 'node:url'
  const began = performance.now()
  fdatasyncSync(openSync(process.argv[1] ?? process.execPath, 'r'))
  const synced = performance.now() - began
  const seen = { now: Date.now(), made: new Date().getTime(), said: Date.parse(Date()), given: new Date(5).getTime() }
  const all = { ...seen, isDate: new Date() instanceof Date, synced }
  if (!isMainThread) parentPort.postMessage(all)
  else new Worker(fileURLToPath(import.meta.url)).on('message', there => console.log(JSON.stringify([all, there])))
`

interface Seen {
  now: number
  made: number
  said: number
  given: number
  isDate: boolean
  synced: number
}

describe('a frail machine', () => {
  let directory: TemporaryDirectory
  beforeAll(() => {
    directory = makeTemporaryDirectory('frail-machine')
    writeFileSync(join(directory.path, 'program.mjs'), PROGRAM)
  })
  afterAll(() => directory.remove())

  async function seenOn(ailment: Ailment): Promise<Seen[]> {
    const file = join(directory.path, 'ailment')
    writeFileSync(file, JSON.stringify(ailment))
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--import',
        join(import.meta.dirname, '../support/histories/frail-machine.ts'),
        join(directory.path, 'program.mjs'),
      ],
      { env: { PATH: process.env.PATH, [MACHINE_FILE]: file } },
    )
    return JSON.parse(stdout) as Seen[]
  }

  it.each([HOUR_MS, -HOUR_MS, 0])('has its clock %d ms elsewhere, in each thread', async clockMs => {
    for (const { now, made, said, given, isDate } of await seenOn({ ...WELL, clockMs })) {
      for (const at of [now, made, said]) expect(Math.abs(at - Date.now() - clockMs)).toBeLessThan(MINUTE_MS)
      expect({ given, isDate }).toEqual({ given: 5, isDate: true })
    }
  })

  it('waits for its disk, in each thread', async () => {
    for (const { synced } of await seenOn({ ...WELL, syncMs: 300 }))
      expect(synced).toBeGreaterThanOrEqual(299)
  })
})
