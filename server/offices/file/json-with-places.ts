import type { FaultKind } from './fault.ts'
import { DEPTH_MAX } from './too-deep.ts'

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

export class JsonFault extends Error {
  readonly kind: Extract<FaultKind, 'not-json' | 'too-deep'>
  readonly place: Place

  constructor(kind: JsonFault['kind'], message: string, place: Place) {
    super(message)
    this.name = 'JsonFault'
    this.kind = kind
    this.place = place
  }
}

type Key = JsonPath[number]

/** A value by where its text begins; what it holds hangs below it, so that no path is ever written out. */
interface Placed {
  offset: number
  inner?: Map<Key, Placed>
}

/** A list or an object that the walk is in, and where in it. */
interface Open {
  isArray: boolean
  expectsKey: boolean
  key: Key
  inner: Map<Key, Placed>
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

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
 * @throws JsonFault
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
    throw new JsonFault('not-json', `this is not JSON: ${reason}`, placeOfStumble(message, starts))
  }

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

  // The text is JSON, so a walk over its tokens needs no error handling.
  let root: Placed = { offset: 0 }
  const open: Open[] = []
  for (const { 0: word, index } of text.matchAll(token)) {
    const around = open.at(-1)
    if (word === ':') continue
    if (word === ',') {
      if (around?.isArray) around.key = (around.key as number) + 1
      else if (around) around.expectsKey = true
    } else if (word === '}' || word === ']') open.pop()
    else if (around?.expectsKey) {
      around.key = JSON.parse(word) as string
      if (around.inner.has(around.key)) {
        repeated.push({ path: open.map(({ key }) => key), place: place(index) })
      }
      around.expectsKey = false
    } else {
      const value: Placed = { offset: index }
      if (around) around.inner.set(around.key, value)
      else root = value
      if (word !== '{' && word !== '[') continue
      if (open.length === DEPTH_MAX) {
        throw new JsonFault('too-deep', 'too many lists and entries stand in one another', place(index))
      }
      value.inner = new Map()
      const isArray = word === '['
      open.push({ isArray, expectsKey: !isArray, key: isArray ? 0 : '', inner: value.inner })
    }
  }

  return {
    value,
    repeated,
    placeOf(wanted) {
      let nearest = root
      for (const key of wanted) {
        const next = nearest.inner?.get(key)
        if (!next) break
        nearest = next
      }
      return place(nearest.offset)
    },
  }
}
