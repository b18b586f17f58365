import fc from '#tests/support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { type JsonPath, JsonSyntaxFault, readJsonWithPlaces } from '#server/offices/file/json-with-places.ts'

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

  it('says where text stops being JSON', () => {
    const stumble = (text: string) => {
      try {
        readJsonWithPlaces(text)
      } catch (error) {
        if (error instanceof JsonSyntaxFault) return error.place.line
      }
      return undefined
    }
    expect(stumble('{\n"a": 1,\n}')).toBe(3)
    expect(stumble('{\n"a": 1\n')).toBe(3)
    expect(stumble('')).toBe(1)
  })
})
