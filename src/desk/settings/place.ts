/** A place in what is edited: `lines[1].prefix`, as the file's checker names it. */
export type Place = string

export type PlaceKey = string | number

export function keysOf(place: Place): PlaceKey[] {
  return [...place.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, nth]) =>
    nth === undefined ? (name ?? '') : Number(nth),
  )
}

export const placeOf = (keys: readonly PlaceKey[]): Place =>
  keys.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('')

/** Whether one place is the other, or lies in it. */
export const isWithin = (place: Place, whole: Place): boolean =>
  place === whole ||
  whole === '' ||
  (place.startsWith(whole) && (place[whole.length] === '.' || place[whole.length] === '['))

type Branch = Readonly<Record<PlaceKey, unknown>>

export const valueAt = (whole: unknown, place: Place): unknown =>
  keysOf(place).reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Branch)[key] : undefined),
    whole,
  )

/** The same with another value there; all that it does not touch stays the very same. */
export function withValue<Whole>(whole: Whole, place: Place, value: unknown): Whole {
  const put = (branch: unknown, [key, ...rest]: PlaceKey[]): unknown => {
    if (key === undefined) return value
    const below = put((branch as Branch | undefined)?.[key], rest)
    return Array.isArray(branch)
      ? branch.map((item, at) => (at === key ? below : item))
      : { ...(branch as object), [key]: below }
  }
  return put(whole, keysOf(place)) as Whole
}
