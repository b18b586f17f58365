import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { checkCommand } from '#commands/check.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'

/** `numerito check` as an operator types it, with a place of its own for each test. */
export function checkRig() {
  let directory: TemporaryDirectory
  const closing: (() => unknown)[] = []
  beforeEach(() => {
    directory = makeTemporaryDirectory('check')
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    directory.remove()
  })
  const data = () => join(directory.path, 'data')

  async function check(environment: Record<string, string> = {}, ...args: string[]) {
    let out = ''
    let err = ''
    const around = {
      environment: { NUMERITO_DATA: data(), ...environment },
      out: (text: string) => void (out += text),
      err: (text: string) => void (err += text),
    }
    // The browsers' own push services are far away: a test asks nobody there.
    const exit = await checkCommand(args, around, [])
    return { exit, out, err }
  }

  return {
    check,
    data,
    /** A file's path in the test's own folder. */
    at: (name: string) => join(directory.path, name),
    /** Done after the test, the last one first. */
    afterwards: (close: () => unknown) => void closing.push(close),
  }
}
