import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWith } from '#tests/support/describe-with.ts'
import { command, PATIENT_MS } from '#tests/support/numerito-command.ts'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '#tests/support/small-disk.ts'
import { type Bendable, sampleFile } from '../unit/offices/sample-file.ts'

const MB = 1_048_576
const DISK_MB = 160
/** More than fits into what is left. */
const MANY = 3_000

describeWith(whyNoSmallDisk(), 'a command whose disk is full in the middle', () => {
  let disk: SmallDisk
  beforeAll(() => {
    disk = mountSmallDisk(DISK_MB)
  })
  afterAll(() => disk?.remove())

  it(
    '[KEEP-05] says so in a sentence, has done nothing, and does it when there is room',
    async () => {
      const file: Bendable = sampleFile()
      const path = join(disk.path, 'offices.json')
      const load = async () => {
        writeFileSync(path, JSON.stringify(file))
        return await command({ NUMERITO_DATA: disk.path }, 'offices', 'load', path).ended
      }
      expect(await load()).toMatchObject({ exit: 0 })
      const [office] = file.offices
      for (let nth = 0; nth < MANY; nth += 1)
        file.offices.push({ ...office, slug: `sucursal-${nth}`, address: 'Bandera 100, '.repeat(12) })
      writeFileSync(path, JSON.stringify(file))
      // A start needs as much.
      const { bavail, bsize } = statfsSync(disk.path)
      const ballast = join(disk.path, 'others')
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - MB))
      expect(await load()).toEqual({ exit: 1, said: 'the disk of the database is full\n' })
      rmSync(ballast)
      const { exit, said } = await load()
      expect([exit, said]).toEqual([
        0,
        expect.stringContaining(`offices  ${MANY} added, 0 changed, 0 retired`),
      ])
    },
    3 * PATIENT_MS,
  )
})
