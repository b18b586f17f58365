import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

it('every command of ours may be the first in a fresh clone: what it needs is made ready before it', () => {
  const ours = Object.keys(scripts).filter(name => /^node \S+\.ts( \w+)?$/.test(scripts[name] ?? ''))
  expect(ours).toEqual(expect.arrayContaining(['start', 'test', 'offices']))
  for (const name of ours)
    expect(scripts[`pre${name}`], name).toMatch(/^node scripts\/prepare\.mjs( (start|test))?$/)
})
