import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'

export interface SmallDisk {
  /** Where it is mounted. */
  path: string
  /** Writes until nothing more fits, to the last byte. */
  fill(): void
  /** As `fill`, and again whenever a program that writes there gives some of its own room back. */
  keepFull(): void
  makeRoom(): void
  remove(): void
}

/** A browser that finds the disk full clears caches of its own: that room is taken before it is needed. */
const REFILL_MS = 20
const CHUNKS = [1_048_576, 4_096, 1]

/** A real file system of so many megabytes, in memory: nothing of the machine's own disk is filled. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const directory = makeTemporaryDirectory('small-disk')
  const { path } = directory
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path], {
    stdio: 'pipe',
  })
  const unmount = () => void execFileSync('umount', ['--lazy', path], { stdio: 'pipe' })
  // A test that nobody ended leaves no mount behind: before its directory goes.
  process.prependListener('exit', unmount)
  const ballast = join(path, 'ballast')
  let refilling: NodeJS.Timeout | undefined
  function fill(): void {
    const file = openSync(ballast, 'a')
    for (const size of CHUNKS) {
      const chunk = Buffer.alloc(size, 1)
      try {
        for (;;) if (writeSync(file, chunk) === 0) break
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
    closeSync(file)
  }
  return {
    path,
    fill,
    keepFull() {
      fill()
      refilling = setInterval(fill, REFILL_MS)
    },
    makeRoom() {
      clearInterval(refilling)
      rmSync(ballast)
    },
    remove() {
      clearInterval(refilling)
      process.off('exit', unmount)
      unmount()
      directory.remove()
    },
  }
}

/** Why this machine mounts no disk of our own; undefined where it does. */
export function whyNoSmallDisk(): string | undefined {
  try {
    mountSmallDisk(1).remove()
    return undefined
  } catch {
    return 'A full disk needs one of its own: run the tests as root on Linux, where tmpfs may be mounted.'
  }
}
