import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linesOf, takeLines } from '#server/keeping/backup-file/lines.ts'
import { CHUNK_BYTES, FIRST_LINE, LENGTH_BYTES } from '#server/keeping/backup-file/layout.ts'
import { readBackupLines } from '#server/keeping/backup-file/read-file.ts'
import { writeBackupFile } from '#server/keeping/backup-file/write-file.ts'
import type { InstallationTaker } from '#server/keeping/installation.ts'
import { KeepingFault } from '#server/keeping/keeping-fault.ts'
import { systemRandom } from '#server/platform/random.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const HEAD = { version: '1.2.3', migrations: ['0001-a'], taken_at: 'then', origin: null, secret: 'c2VjcmV0' }
const ROWS = ['["1","Ñuñoa, línea «B»\\n",null]', '["2","🎫 \\u0001","{\\"a\\": [1]}"]']

describe('a backup file', () => {
  let directory: TemporaryDirectory
  let plain: Buffer
  let sealed: Buffer
  beforeAll(async () => {
    directory = makeTemporaryDirectory('backup-file')
    plain = await write('plain', null)
    sealed = await write('sealed', 'una frase larga')
  })
  afterAll(() => directory.remove())

  const pathOf = (name: string) => join(directory.path, name)

  async function write(name: string, passphrase: string | null, rows: readonly string[] = ROWS) {
    await writeBackupFile(pathOf(name), { passphrase, random: systemRandom }, async put => {
      const taker = linesOf(put)
      await taker.head(HEAD)
      await taker.table('tickets', ['id', 'name', 'meta'])
      await taker.rows(rows)
      await taker.table('empty', ['id'])
      await taker.sequences([{ name: 'tickets_id_seq', last: '2', called: true }])
      await taker.end({ tickets: rows.length, empty: 0 })
    })
    return readFileSync(pathOf(name))
  }

  async function read(bytes: Buffer, passphrase: string | null = null) {
    const path = pathOf('read')
    writeFileSync(path, bytes)
    const said: unknown[][] = []
    const keep =
      (kind: string) =>
      async (...what: unknown[]) =>
        void said.push([kind, ...what])
    const taker: InstallationTaker = {
      head: keep('head'),
      table: keep('table'),
      rows: keep('rows'),
      sequences: keep('sequences'),
      end: keep('end'),
    }
    await takeLines(readBackupLines(path, passphrase), taker)
    return said
  }

  const faultOf = (bytes: Buffer, passphrase?: string | null) =>
    read(bytes, passphrase).then(
      () => expect.fail('it was read to its end'),
      (error: unknown) =>
        error instanceof KeepingFault ? error.message : `no fault of ours: ${String(error)}`,
    )

  const WHOLE = [
    ['head', HEAD],
    ['table', 'tickets', ['id', 'name', 'meta']],
    ['rows', ROWS],
    ['table', 'empty', ['id']],
    ['sequences', [{ name: 'tickets_id_seq', last: '2', called: true }]],
    ['end', { tickets: 2, empty: 0 }],
  ]

  it('[KEEP-01] gives back what was put into it, in the clear and sealed', async () => {
    expect(await read(plain)).toEqual(WHOLE)
    expect(await read(sealed, 'una frase larga')).toEqual(WHOLE)
  })

  it('[KEEP-01] tells nothing of what is in it where it is sealed', async () => {
    const secret = Buffer.from(HEAD.secret)
    expect(sealed.includes(secret)).toBe(false)
    // Twice the same is sealed to something else.
    expect((await write('again', 'una frase larga')).subarray(-40)).not.toEqual(sealed.subarray(-40))
  })

  it('[KEEP-01] cut at any byte it is refused, and by name', async () => {
    for (let length = 0; length < plain.length; length += 1)
      expect([length, await faultOf(plain.subarray(0, length))]).toEqual([
        length,
        expect.stringMatching(/^the file is cut/),
      ])
  })

  it('[KEEP-01] cut where a chunk ends it is refused too', async () => {
    const noise = Array.from({ length: 3_000 }, () =>
      JSON.stringify([Buffer.from(systemRandom.bytes(60)).toString('hex')]),
    )
    const long = await write('long', null, noise)
    const beginning = long.indexOf('\n', FIRST_LINE.length) + 1
    const firstChunk = beginning + LENGTH_BYTES + 16 + CHUNK_BYTES
    expect(long.length).toBeGreaterThan(firstChunk)
    expect((await read(long)).filter(([kind]) => kind === 'rows').length).toBeGreaterThan(2)
    expect(await faultOf(long.subarray(0, firstChunk))).toMatch(/^the file is cut/)
    // Nor can a chunk be taken out, or come twice.
    const second = long.subarray(firstChunk)
    expect(await faultOf(Buffer.concat([long.subarray(0, beginning), second]))).toMatch(/damaged/)
    expect(await faultOf(Buffer.concat([long.subarray(0, firstChunk), long.subarray(beginning)]))).toMatch(
      /damaged/,
    )
  })

  it('[KEEP-01] with any byte changed it is refused, sealed or not, and never by an error of the program', async () => {
    for (let at = 0; at < plain.length; at += 1) {
      const changed = Buffer.from(plain)
      changed[at]! ^= 1
      expect([at, await faultOf(changed)]).toEqual([
        at,
        expect.stringMatching(/damaged|cut|no backup|later numerito/),
      ])
    }
    const beginning = sealed.indexOf('\n', FIRST_LINE.length)
    // Its beginning is digested: a changed salt is a damaged file, and not a wrong passphrase.
    for (const at of [beginning - 100, beginning - 200, beginning + 1, beginning + 8, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect([at, await faultOf(changed, 'una frase larga')]).toEqual([
        at,
        expect.stringMatching(/damaged|cut/),
      ])
    }
  })

  it('[KEEP-01] with more behind it than was written it is refused', async () => {
    expect(await faultOf(Buffer.concat([plain, Buffer.of(0)]))).toMatch(/damaged: what follows/)
    expect(await faultOf(Buffer.concat([plain, plain]))).toMatch(/damaged: what follows/)
  })

  it('[KEEP-01] another passphrase, or none, is told from a damaged file', async () => {
    expect(await faultOf(sealed, 'una frase larga.')).toBe(
      'this is not the passphrase with which it was sealed',
    )
    expect(await faultOf(sealed, null)).toMatch(/takes the passphrase/)
    // One that was typed on another machine, where an accent is a letter of its own.
    const accented = await write('accented', 'canción'.normalize('NFC'))
    expect(await read(accented, 'canción'.normalize('NFD'))).toEqual(WHOLE)
  })

  it('[KEEP-01] what is no backup, or one of a later form, is said to be that', async () => {
    expect(await faultOf(Buffer.from('PK\u0003\u0004 something else'))).toMatch(/no backup of numerito/)
    const later = Buffer.from(plain.toString('latin1').replace('BACKUP 1', 'BACKUP 2'), 'latin1')
    expect(await faultOf(later)).toMatch(/a later numerito made it/)
  })

  it('[KEEP-01] what is produced badly is an error, and the file is not taken for one', async () => {
    const produced = writeBackupFile(
      pathOf('broken'),
      { passphrase: null, random: systemRandom },
      async put => {
        await put('{"head":')
        // Before that there is nothing that could be taken for one.
        await waitFor('the file to be there', async () => existsSync(pathOf('broken')))
        throw new Error('the database went away')
      },
    )
    await expect(produced).rejects.toThrow('the database went away')
    expect(await faultOf(readFileSync(pathOf('broken')))).toMatch(/cut/)
  })
})
