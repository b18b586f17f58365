import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { draftBeside } from '#server/keeping/draft-beside.ts'
import { KeepingFault } from '#server/keeping/keeping-fault.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'

describe('a file that is written beside its place', () => {
  let directory: TemporaryDirectory
  let file: string
  beforeEach(() => {
    directory = makeTemporaryDirectory('draft')
    file = join(directory.path, 'a.backup')
  })
  afterEach(() => directory.remove())

  const text = () => readFileSync(file, 'utf8')
  const ours = async (draft: string) => writeFileSync(draft, 'ours')
  /** Of a disk that knows no hard links. */
  const noLinks = async () => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
  }

  for (const [disk, link] of [
    ['with hard links', undefined],
    ['without hard links', noLinks],
  ] as const)
    describe(`on a disk ${disk}`, () => {
      it('[KEEP-01] takes its place once it is whole, and leaves nothing else', async () => {
        await draftBeside(
          file,
          async draft => {
            await ours(draft)
            expect(existsSync(file)).toBe(false)
          },
          link,
        )
        expect(text()).toBe('ours')
        expect(readdirSync(directory.path)).toEqual(['a.backup'])
      })

      it('[KEEP-01] takes no place that somebody else took meanwhile', async () => {
        const drafted = draftBeside(
          file,
          async draft => {
            await ours(draft)
            writeFileSync(file, 'theirs')
          },
          link,
        )
        await expect(drafted).rejects.toBeInstanceOf(KeepingFault)
        expect(text()).toBe('theirs')
        expect(readdirSync(directory.path)).toEqual(['a.backup'])
      })

      it('[KEEP-01] leaves no file of that name where it cannot take its place', async () => {
        await expect(draftBeside(file, async () => undefined, link)).rejects.toThrow('ENOENT')
        expect(readdirSync(directory.path)).toEqual([])
      })
    })
})
