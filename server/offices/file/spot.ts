import * as v from 'valibot'
import { type FaultKind, type OfficesFault, pathText } from './fault.ts'
import type { JsonPath, JsonWithPlaces } from './json-with-places.ts'

/** One file, read: a part of the whole when the offices are kept in several. */
export interface Part {
  file: string
  json: JsonWithPlaces
  faults: OfficesFault[]
}

type AnySchema = v.GenericSchema

const childOf = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string | number, unknown>)[key]
    : undefined

/** How a person calls a thing of the file: by its slug, or what stands for one. */
function nameOf(value: unknown): string | undefined {
  for (const key of ['slug', 'user', 'category', 'id']) {
    const name = childOf(value, key)
    if (typeof name === 'string') return name
  }
  return undefined
}

/**
 * A place in an offices file that may or may not hold what it should. Checks look at the pieces that are well
 * formed and pass over the others (those have their fault already), so that one run finds everything.
 */
export class Spot {
  readonly part: Part
  readonly path: JsonPath
  readonly value: unknown

  private constructor(part: Part, path: JsonPath, value: unknown) {
    this.part = part
    this.path = path
    this.value = value
  }

  /** The whole of a part. */
  static root(part: Part): Spot {
    return new Spot(part, [], part.json.value)
  }

  at(key: string | number): Spot {
    return new Spot(this.part, [...this.path, key], childOf(this.value, key))
  }

  /** The elements of a list; none where it is no list. */
  items(): Spot[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.at(index)) : []
  }

  /** What the schema makes of it; undefined where it does not fit. */
  as<Schema extends AnySchema>(schema: Schema): v.InferOutput<Schema> | undefined {
    const parsed = v.safeParse(schema, this.value)
    return parsed.success ? parsed.output : undefined
  }

  get line(): number {
    return this.part.json.placeOf(this.path).line
  }

  report(kind: FaultKind, message: string): void {
    const { file, faults } = this.part
    faults.push({ kind, file, line: this.line, path: pathText(this.path), slugs: this.#slugs(), message })
  }

  #slugs(): string[] {
    const slugs: string[] = []
    let value = this.part.json.value
    for (const key of this.path) {
      value = childOf(value, key)
      const name = nameOf(value)
      if (name !== undefined) slugs.push(name)
    }
    return slugs
  }
}

/** Reports each spot whose text stood in an earlier one too, and says where that was. */
export function reportRepeats(spots: readonly Spot[], kind: FaultKind, what: string): void {
  const first = new Map<string, Spot>()
  for (const spot of spots) {
    const text = spot.as(v.string())
    if (text === undefined) continue
    const earlier = first.get(text)
    if (!earlier) first.set(text, spot)
    else {
      const file = earlier.part === spot.part ? '' : ` of ${earlier.part.file}`
      spot.report(kind, `${what} “${text}” stands already in line ${earlier.line}${file}`)
    }
  }
}
