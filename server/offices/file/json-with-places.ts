/** Where a value stands in its file. Both count from 1. */
export interface Place {
  line: number
  column: number
}

export type JsonPath = readonly (string | number)[]

export interface JsonWithPlaces {
  value: unknown
  /** The place of the value at a path, or of the nearest value around it. */
  placeOf(path: JsonPath): Place
  /** Keys that an object names twice: JSON.parse would silently keep the last. */
  repeated: { path: JsonPath; place: Place }[]
}

export class JsonSyntaxFault extends Error {
  readonly place: Place

  constructor(message: string, place: Place) {
    super(message)
    this.name = 'JsonSyntaxFault'
    this.place = place
  }
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
const keyOf = (path: JsonPath) => JSON.stringify(path)

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** JSON.parse says where it stumbled, in words. */
function placeOfStumble(message: string, starts: readonly number[]): Place {
  const words = /\(line (\d+) column (\d+)\)/.exec(message)
  return words ? { line: Number(words[1]), column: Number(words[2]) } : { line: starts.length, column: 1 }
}

/**
 * Reads JSON and remembers where each value stands, so that a fault can be found in a file of thousands of
 * lines.
 * @throws JsonSyntaxFault
 */
export function readJsonWithPlaces(source: string): JsonWithPlaces {
  // Some editors of Windows begin a file with a byte order mark, which JSON does not know.
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  const starts = lineStarts(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const { message } = error as SyntaxError
    const reason = message.replace(/ in JSON at position.*$/, '')
    throw new JsonSyntaxFault(`this is not JSON: ${reason}`, placeOfStumble(message, starts))
  }

  const offsets = new Map<string, number>()
  const repeated: JsonWithPlaces['repeated'] = []
  const place = (offset: number): Place => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }

  // The text is JSON, so a walk over its tokens needs no error handling. Iterative: depth cannot overflow the
  // stack.
  const path: (string | number)[] = []
  const open: { isArray: boolean; expectsKey: boolean; keys: Set<string> }[] = []
  for (const { 0: word, index } of text.matchAll(token)) {
    const around = open.at(-1)
    if (word === ':') continue
    if (word === ',') {
      const last = path.pop()
      if (around?.isArray) path.push((last as number) + 1)
      else if (around) around.expectsKey = true
    } else if (word === '}' || word === ']') {
      // An empty object has named no key yet.
      if (around?.isArray || !around?.expectsKey) path.pop()
      open.pop()
    } else if (around?.expectsKey) {
      const key = JSON.parse(word) as string
      path.push(key)
      if (around.keys.has(key)) repeated.push({ path: [...path], place: place(index) })
      around.keys.add(key)
      around.expectsKey = false
    } else {
      offsets.set(keyOf(path), index)
      if (word === '{') open.push({ isArray: false, expectsKey: true, keys: new Set() })
      else if (word === '[') {
        open.push({ isArray: true, expectsKey: false, keys: new Set() })
        path.push(0)
      }
    }
  }

  return {
    value,
    repeated,
    placeOf(wanted) {
      for (let length = wanted.length; length > 0; length--) {
        const offset = offsets.get(keyOf(wanted.slice(0, length)))
        if (offset !== undefined) return place(offset)
      }
      return place(offsets.get(keyOf([])) ?? 0)
    },
  }
}
