import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'

const examples = join(import.meta.dirname, '../../server/phoenix/examples')
const children: ChildProcess[] = []

function run(file: string, args: string[] = [], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(examples, file), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

/** What the person is told who presses. */
async function press(address: string, name: string): Promise<string[]> {
  const child = run('press.ts', [address, name])
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => void (said += part))
  expect(await once(child, 'close')).toEqual([0, null])
  return said.trim().split('\n')
}

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.kill()) await once(child, 'close')
  }
})

it('give numbers to whoever presses, as they are printed', async () => {
  const server = run('dispenser.ts', [], { PORT: '0' })
  const [address] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string]
  expect(await press(address.trim(), 'Rosa')).toEqual(['the last number is 0', '1 is Rosa’s'])
  expect(await press(address.trim(), 'Juan')).toEqual(['the last number is 1', '2 is Juan’s'])
  const ended = once(server, 'close')
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
