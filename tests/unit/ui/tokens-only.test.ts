import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const room = fileURLToPath(new URL('../../../src/ui/', import.meta.url))
const sheets = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.css'))
const read = (name: string) => readFileSync(room + name, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
const tokens = read('tokens.css')

describe('style sheets', () => {
  const others = sheets.filter(name => name !== 'tokens.css')

  it.each(others)('%s draws with tokens alone: no colour and no duration of its own', name => {
    expect(read(name)).not.toMatch(/#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(|\b\d+m?s\b/i)
  })

  it.each(others)('%s asks for no token that tokens.css does not have', name => {
    const css = read(name)
    const own = new Set([...css.matchAll(/(--[\w-]+):/g)].map(match => match[1]))
    const asked = [...css.matchAll(/var\((--[\w-]+)/g)].map(match => match[1] as string)
    // Given by a component as an inline style: to its element, or to the page.
    const handed = new Set(['--characters', '--dock'])
    const missing = asked.filter(
      token => !own.has(token) && !handed.has(token) && !tokens.includes(`  ${token}:`),
    )
    expect(missing).toEqual([])
  })

  it('sets no text smaller than 16 px', () => {
    const sizes = [...tokens.matchAll(/--t-[\w-]+: (?:clamp\()?([\d.]+)rem/g)].map(match => Number(match[1]))
    expect(sizes.length).toBeGreaterThan(7)
    expect(Math.min(...sizes)).toBe(1)
    const smaller = others.filter(name =>
      [...read(name).matchAll(/font-size: (?:min|clamp)?\(?([\d.]+)rem/g)].some(
        match => Number(match[1]) < 1,
      ),
    )
    expect(smaller).toEqual([])
  })

  it('holds every duration at nothing where motion is not wanted', () => {
    const [, still = ''] = tokens.split('prefers-reduced-motion: reduce')
    const durations = [...tokens.matchAll(/ {2}(--[\w-]+): [\d.]+m?s;/g)]
    expect(durations).not.toEqual([])
    for (const [, token] of durations) expect(still).toContain(`${token}: 0s`)
  })
})
