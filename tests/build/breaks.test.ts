import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyBreak } from '../breaks/apply-break.ts'
import { AREAS } from '../breaks/areas.ts'

const root = join(import.meta.dirname, '../..')
const faults = Object.values(AREAS).flat()

describe('the faults that «npm run breaks» makes', () => {
  it.each(Object.entries(AREAS))('of the area %s stand where they are said to', (_area, breaks) => {
    for (const fault of breaks) {
      const text = readFileSync(join(root, fault.file), 'utf8')
      expect(applyBreak(text, fault), fault.harm).not.toBe(text)
      for (const file of fault.tests) expect(existsSync(join(root, file)), file).toBe(true)
    }
  })

  it('are many, and none of them twice', () => {
    expect(faults.length).toBeGreaterThanOrEqual(64)
    const places = faults.map(({ file, stands, becomes }) => `${file}\n${stands}\n${becomes}`)
    expect(new Set(places).size).toBe(places.length)
  })

  it('stand exactly once, or are not made at all', () => {
    const fault = { file: 'a.ts', stands: 'x < y', becomes: 'x <= y', harm: '', tests: [] }
    expect(applyBreak('if (x < y) go()', fault)).toBe('if (x <= y) go()')
    expect(() => applyBreak('if (y > x) go()', fault)).toThrow('a.ts does not hold this exactly once')
    expect(() => applyBreak('x < y || x < y', fault)).toThrow('exactly once')
  })
})
