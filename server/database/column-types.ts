import pg from 'pg'

type Parse = (text: string) => unknown

/** Object ids of PostgreSQL's types, as in its pg_type.dat; the same in every version. */
const OID = {
  int8: 20,
  date: 1082,
  timestamp: 1114,
  interval: 1186,
  numeric: 1700,
} as const

const ARRAY_OID = {
  int8: 1016,
  date: 1182,
  timestamp: 1115,
  interval: 1187,
  numeric: 1231,
} as const

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript number`)
  return value
}

const asText: Parse = text => text

const scalars: Record<keyof typeof OID, Parse> = {
  int8: safeInteger,
  date: asText,
  timestamp: asText,
  interval: asText,
  numeric: asText,
}

/** text[]: an array of any type, its elements still text. */
const TEXT_ARRAY = 1009
const asTexts = pg.types.getTypeParser(TEXT_ARRAY as never) as (text: string) => unknown[]

const parseEach = (parse: Parse, elements: unknown[]): unknown[] =>
  elements.map(element => {
    if (Array.isArray(element)) return parseEach(parse, element)
    return typeof element === 'string' ? parse(element) : null
  })

const parsers = new Map<number, Parse>()
for (const type of Object.keys(OID) as (keyof typeof OID)[]) {
  const parse = scalars[type]
  parsers.set(OID[type], parse)
  parsers.set(ARRAY_OID[type], text => parseEach(parse, asTexts(text)))
}

/**
 * What a column's text becomes in JavaScript, on both kinds of database:
 *
 * | column                             | JavaScript                                                       |
 * |------------------------------------|------------------------------------------------------------------|
 * | smallint, integer, real, double    | number                                                           |
 * | bigint, count(*)                   | number; one beyond 2^53 fails the statement instead of changing   |
 * | numeric, and so sum(bigint), avg() | string, exact; cast in SQL (`::float8`) where a number will do    |
 * | date                               | string, YYYY-MM-DD: a day has no time zone to shift it            |
 * | timestamptz                        | Date                                                             |
 * | timestamp, time, interval          | string                                                           |
 * | json, jsonb                        | parsed                                                           |
 * | bytea                              | Buffer                                                           |
 * | boolean; text, uuid, inet          | boolean; string                                                  |
 * | arrays of these                    | arrays of these                                                  |
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as never
  },
}
