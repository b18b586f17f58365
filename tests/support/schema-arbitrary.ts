import * as v from 'valibot'
import fc from './fast-check.ts'

/** What is read here of a valibot schema, of whatever kind. */
interface Described {
  kind: string
  type: string
  pipe?: readonly Described[]
  entries?: Readonly<Record<string, Described>>
  items?: readonly Described[]
  item?: Described
  options?: readonly unknown[]
  wrapped?: Described
  key?: Described
  value?: Described
  literal?: unknown
  rest?: Described
  getter?: (input: unknown) => Described
  requirement?: unknown
}

/** Texts that have broken something somewhere. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  '\uD800',
  '\u202E\u200B',
  '0',
  '-1',
  '1e309',
  'null',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  '%',
  `'; drop table users; --`,
  '<script>',
  '{"a":1}',
  '9'.repeat(400),
  'ñ'.repeat(70_000),
  '2026-13-45',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
]
const HOSTILE_NUMBERS = [0, -0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308, -1e308, 5e-324]

const hostileText = fc.constantFrom(...HOSTILE_TEXTS)
/** Anything that JSON can say. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(...HOSTILE_NUMBERS, null, true, false, [], {}, [[]], { length: 1e9 }),
  fc.jsonValue({ maxDepth: 4 }),
)

function lengthOf(actions: readonly Described[]): { minLength: number; maxLength: number } {
  const said = (type: string) =>
    actions.find(action => action.type === type)?.requirement as number | undefined
  const minLength = said('length') ?? said('min_length') ?? said('non_empty') ?? 0
  const most = said('length') ?? said('max_length') ?? minLength + 12
  return { minLength, maxLength: Math.max(minLength, Math.min(most, minLength + 40)) }
}

/** Made once for each pattern: one of letters of every script takes a second. */
const ofPattern = new Map<string, fc.Arbitrary<string>>()

function matching(pattern: RegExp): fc.Arbitrary<string> {
  const known = ofPattern.get(String(pattern))
  if (known) return known
  let made: fc.Arbitrary<string>
  try {
    made = fc.stringMatching(pattern, { size: 'small' })
  } catch {
    // A pattern that fast-check does not know: names and the like.
    made = fc.constantFrom('Ana', 'Ñandú', 'a-b', 'A1', '12345678-5', 'notaria-norte')
  }
  ofPattern.set(String(pattern), made)
  return made
}

/**
 * As its rules ask; those that cannot be followed from outside (a check, a transformation) are left to
 * chance.
 */
function textOf(actions: readonly Described[]): fc.Arbitrary<unknown> {
  const has = (type: string) => actions.some(action => action.type === type)
  if (has('uuid')) return fc.uuid()
  if (has('email')) return fc.emailAddress()
  if (has('url')) return fc.webUrl()
  if (has('iso_timestamp') || has('iso_date_time'))
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map(date => date.toISOString())
  if (has('iso_date'))
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map(date => date.toISOString().slice(0, 10))
  const pattern = actions.find(action => action.type === 'regex')?.requirement
  if (pattern instanceof RegExp) return matching(pattern)
  return fc.string({ unit: 'grapheme', ...lengthOf(actions) })
}

/** Of these one is often right where chance was not. */
const KNOWN_TEXTS = [
  'Ana Rojas',
  'ana@correo.example',
  '+56912345678',
  '12.345.678-5',
  'AB12345',
  'numerito-2026-12',
  'notaria-norte',
  '2026-11-24',
  'x'.repeat(43),
]

const takes = (schema: Described, value: unknown) =>
  v.safeParse(schema as unknown as v.GenericSchema, value).success

/** What a rule refuses that nobody can follow from outside, brought nearer where that is easily done. */
function nearer(schema: Described, value: unknown): unknown {
  if (takes(schema, value)) return value
  if (typeof value === 'string') return KNOWN_TEXTS.find(text => takes(schema, text)) ?? value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  // Mostly «either this or that».
  for (const key of Object.keys(value)) {
    const { [key]: _, ...others } = value as Record<string, unknown>
    if (takes(schema, others)) return others
  }
  return value
}

function numberOf(actions: readonly Described[]): fc.Arbitrary<unknown> {
  const said = (type: string) => actions.find(action => action.type === type)?.requirement
  const min = Number(said('min_value') ?? -100)
  const max = Number(said('max_value') ?? Math.max(min, 1_000))
  return actions.some(action => action.type === 'integer' || action.type === 'safe_integer')
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.double({ min, max, noNaN: true })
}

const fits = (schema: Described): fc.Arbitrary<unknown> =>
  schema.pipe ? made(schema).map(value => nearer(schema, value)) : made(schema)

function made(schema: Described): fc.Arbitrary<unknown> {
  const [base = schema, ...actions] = schema.pipe ?? [schema]
  const inner = schema.pipe && base !== schema && base.pipe ? fits(base) : null
  if (inner) return inner
  switch (base.type) {
    case 'string':
      return textOf(actions)
    case 'number':
      return numberOf(actions)
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constant(base.literal)
    case 'picklist':
    case 'enum':
      return fc.constantFrom(...(base.options ?? []))
    case 'array': {
      const { minLength, maxLength } = lengthOf(actions)
      return fc.array(fits(base.item as Described), {
        minLength,
        maxLength: Math.min(maxLength, minLength + 4),
      })
    }
    case 'tuple':
    case 'strict_tuple':
    case 'loose_tuple':
      return fc.tuple(...(base.items ?? []).map(fits))
    case 'record':
      return fc.dictionary(
        fc.oneof(fits(base.key as Described).map(String), hostileText),
        fits(base.value as Described),
        {
          maxKeys: 4,
        },
      )
    case 'optional':
    case 'nullish':
    case 'undefinedable':
    case 'exact_optional':
      return fc.option(fits(base.wrapped as Described), { nil: undefined })
    case 'nullable':
      return fc.option(fits(base.wrapped as Described), { nil: null })
    case 'non_optional':
      return fits(base.wrapped as Described)
    case 'union':
    case 'variant':
      return fc.oneof(...((base.options ?? []) as Described[]).map(fits))
    case 'lazy':
      return base.getter ? fits(base.getter(undefined)) : anything
    case 'object':
    case 'loose_object':
    case 'strict_object':
    case 'object_with_rest':
      return fc.record(
        Object.fromEntries(Object.entries(base.entries ?? {}).map(([key, entry]) => [key, fits(entry)])),
      )
    case 'undefined':
    case 'void':
      return fc.constant(undefined)
    case 'null':
      return fc.constant(null)
    default:
      return anything
  }
}

/** Somewhere in it something else: another value, a key too many, a key that is missing. */
function spoiled(value: unknown, path: number, spoil: unknown, how: number): unknown {
  if (typeof value !== 'object' || value === null) return spoil
  const keys = Object.keys(value)
  if (keys.length === 0) return spoil
  const key = keys[path % keys.length] as string
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...value }
  if (how === 0) delete copy[key]
  else if (how === 1) copy[HOSTILE_TEXTS[path % HOSTILE_TEXTS.length] ?? 'x'] = spoil
  else if (how === 2) copy[key] = [copy[key], copy[key]]
  else copy[key] = spoiled(copy[key], Math.floor(path / keys.length), spoil, how)
  return copy
}

/** What a schema takes; as far as its rules can be followed from outside. */
export const onSchema = (schema: v.GenericSchema): fc.Arbitrary<unknown> => fits(schema)

/** What is nearly that: one thing in it is another. */
export const offSchema = (schema: v.GenericSchema): fc.Arbitrary<unknown> =>
  fc
    .tuple(onSchema(schema), fc.nat(), anything, fc.nat(5))
    .map(([value, path, spoil, how]) => spoiled(value, path, spoil, how))

/** Mostly near the schema: what is far from it comes no further than the door. */
export const aroundSchema = (schema: v.GenericSchema): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 5, arbitrary: onSchema(schema) },
    { weight: 4, arbitrary: offSchema(schema) },
    { weight: 1, arbitrary: anything },
  )
