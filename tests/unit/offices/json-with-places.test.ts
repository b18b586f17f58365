import fc from '#tests/support/fast-check.ts'
import { describe, expect, it, vi } from 'vitest'
import { isTooDeep } from '#server/offices/file/too-deep.ts'
import { type JsonPath, JsonFault, readJsonWithPlaces } from '#server/offices/file/json-with-places.ts'

function pathsOf(value: unknown, path: JsonPath = []): JsonPath[] {
  if (typeof value !== 'object' || value === null) return [path]
  const keys = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value)
  return [
    path,
    ...keys.flatMap(key => pathsOf((value as Record<string | number, unknown>)[key], [...path, key])),
  ]
}

const at = (value: unknown, path: JsonPath) =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value)

describe('JSON with places', () => {
  it('finds the very text of each value, in any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 0, max: 3 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const lines = text.split('\n')
        const read = readJsonWithPlaces(text)
        for (const path of pathsOf(read.value)) {
          const { line, column } = read.placeOf(path)
          const rest = [lines[line - 1]?.slice(column - 1), ...lines.slice(line)].join('\n')
          const inner = JSON.stringify(at(read.value, path))
          expect(rest.replace(/\s/g, '').startsWith(inner.replace(/\s/g, ''))).toBe(true)
        }
      }),
    )
  })

  it('gives a missing value the place of what should hold it', () => {
    const { placeOf } = readJsonWithPlaces('{\n  "offices": [\n    { "slug": "uno" }\n  ]\n}')
    expect(placeOf(['offices', 0, 'name'])).toEqual({ line: 3, column: 5 })
    expect(placeOf(['nothing'])).toEqual({ line: 1, column: 1 })
  })

  it('passes over a byte order mark', () => {
    expect(readJsonWithPlaces('\uFEFF{"a": 1}').value).toEqual({ a: 1 })
  })

  it('keeps of each value no more than its own key, however long the way to it is', () => {
    const key = 'k'.repeat(10_000)
    const text = JSON.stringify({ [key]: { [key]: Array(1_000).fill(0) } })
    const set = Map.prototype.set
    let kept = 0
    const noted = vi.spyOn(Map.prototype, 'set').mockImplementation(function (
      this: Map<unknown, unknown>,
      name: unknown,
      value: unknown,
    ) {
      kept += String(name).length
      return set.call(this, name, value)
    })
    const { placeOf } = readJsonWithPlaces(text)
    noted.mockRestore()
    expect(placeOf([key, key, 999]).column).toBe(text.length - 3)
    expect(kept).toBeGreaterThan(20_000)
    expect(kept).toBeLessThan(2 * text.length)
  })

  it('reads what stands in itself as often as any file, and nothing deeper', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(readJsonWithPlaces(nested(32)).placeOf(Array(31).fill(0)).column).toBe(32)
    expect(isTooDeep(JSON.parse(nested(32)))).toBe(false)
    for (const depth of [33, 250_000]) {
      expect(() => readJsonWithPlaces(nested(depth))).toThrow(
        expect.objectContaining({ kind: 'too-deep', place: { line: 1, column: 33 } }),
      )
      expect(isTooDeep(JSON.parse(nested(depth)))).toBe(true)
    }
  })

  it('says where text stops being JSON', () => {
    const stumble = (text: string) => {
      try {
        readJsonWithPlaces(text)
      } catch (error) {
        if (error instanceof JsonFault) return error.place.line
      }
      return undefined
    }
    expect(stumble('{\n"a": 1,\n}')).toBe(3)
    expect(stumble('{\n"a": 1\n')).toBe(3)
    expect(stumble('')).toBe(1)
  })
})
