import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { spawnServer } from '#tests/support/spawn-server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { makeRelease } from '../../scripts/release.ts'
import { asker } from '../asker.ts'
import type { Places } from './places.ts'

const ROUNDS = 5
const READY = '/readyz'

export interface Unpacked {
  /** `numerito`, as an operator has it. */
  program: string
  remove(): void
}

/** A release as it is handed out, unpacked beside the project. */
export async function unpackRelease(): Promise<Unpacked> {
  const { path, remove } = makeTemporaryDirectory('bench-release')
  const { archive } = await makeRelease(join(path, 'made'), () => {})
  execFileSync('tar', ['-xzf', archive], { cwd: path })
  const folder = readdirSync(path).find(name => name.startsWith('numerito-')) ?? 'none'
  return { program: join(path, folder, 'bin/numerito'), remove }
}

/** From the start of the process until it says that it may be sent people. */
async function start(program: string, settings: Record<string, string>): Promise<number> {
  const began = performance.now()
  const server = await spawnServer({ NUMERITO_DEMO: 'off', ...settings }, [program, 'start'])
  const { ask, close } = asker(server.origin)
  try {
    const { status } = await ask(READY)
    if (status !== 200) throw new Error(`${READY} answered ${status}:\n${server.output()}`)
    return performance.now() - began
  } finally {
    close()
    await server.end('SIGTERM')
  }
}

/** How long the release takes to start, in turns in both places, in ms. */
export async function measureStarts(
  program: string,
  { empty, year }: Places,
): Promise<Record<keyof Places, number[]>> {
  const took: Record<keyof Places, number[]> = { empty: [], year: [] }
  for (let round = 0; round < ROUNDS; round++) {
    took.empty.push(await start(program, empty.settings))
    took.year.push(await start(program, year.settings))
  }
  return took
}
