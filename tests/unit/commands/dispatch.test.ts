import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Surroundings } from '#commands/surroundings.ts'
import { dispatched } from '#tests/support/dispatched.ts'
import { SUBCOMMANDS } from '#commands/subcommands.ts'

const run = (args: readonly string[], environment: Surroundings['environment'] = {}) =>
  dispatched(environment, ...args)

describe('numerito', () => {
  it.each([
    { what: 'nothing', args: [] },
    { what: '--help', args: ['--help'] },
    { what: 'help', args: ['help'] },
  ])('told $what says all that there is, and ends with 0', async ({ args }) => {
    const { exit, out, err } = await run(args)
    expect([exit, err]).toEqual([0, ''])
    for (const { name, says } of SUBCOMMANDS) expect(out).toMatch(new RegExp(`^ +${name} +${says.en}$`, 'm'))
  })

  it.each([
    { args: [], environment: { LANG: 'es_CL.UTF-8' } },
    { args: [], environment: { LANG: 'en_US.UTF-8', LC_MESSAGES: 'es_ES' } },
    { args: [], environment: { LC_MESSAGES: 'en_US', LC_ALL: 'es' } },
    { args: ['--lang', 'es'], environment: { LANG: 'en_US.UTF-8' } },
    { args: ['help', '--lang', 'es'], environment: {} },
  ])('speaks Spanish to whoever reads it ($args, $environment)', async ({ args, environment }) => {
    const { out } = await run(args, environment)
    for (const { says } of SUBCOMMANDS) expect(out).toContain(says.es)
    expect(out).not.toContain(SUBCOMMANDS[0]?.says.en)
  })

  it.each([{ LANG: 'C' }, { LANG: 'pt_BR.UTF-8' }, {}])(
    'and English to everybody else (%j)',
    async environment => {
      expect((await run([], environment)).out).toContain(SUBCOMMANDS[0]?.says.en)
    },
  )

  it('says its version', async () => {
    const file = join(import.meta.dirname, '../../../package.json')
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
    expect(await run(['--version'])).toEqual({ exit: 0, out: `${version}\n`, err: '' })
  })

  it('names a command that it has not, says which there are, and ends with 2', async () => {
    expect(await run(['stop'])).toMatchObject({ exit: 2, out: '' })
    expect((await run(['stop'])).err).toMatch(/^numerito: there is no command stop\n\nnumerito COMMAND/)
    expect((await run(['--lang', 'es', 'stop'])).err).toMatch(/^numerito: no existe el comando stop\n/)
  })

  it('hands a command its words, and says by itself how it is used', async () => {
    const { exit, out, err } = await run(['--lang', 'es', 'offices', 'check'])
    expect([exit, out]).toEqual([2, ''])
    expect(err).toContain('numerito offices check ARCHIVO')
    expect(await run(['clerk'])).toMatchObject({ exit: 2, out: '' })
    expect(await run(['start', 'now'])).toMatchObject({ exit: 2, out: '' })
  })

  it.each(SUBCOMMANDS)('$name says in either language how it is used', async ({ name }) => {
    // More words than any of them takes.
    const misused = [name, 'a', 'b', 'c', 'd']
    const [english, spanish] = [await run(misused), await run(misused, { LANG: 'es_CL.UTF-8' })]
    for (const { exit, out, err } of [english, spanish]) {
      expect([exit, out]).toEqual([2, ''])
      expect(err).toMatch(/^numerito [a-z]+/)
    }
    const said = new Set(english.err.split('\n').filter(line => line !== ''))
    expect(spanish.err.split('\n').filter(line => said.has(line))).toEqual([])
  })
})
