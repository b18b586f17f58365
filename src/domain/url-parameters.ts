/** Marketing parameters, to the letter of the specification (one has a hyphen). */
const CUSTOMER_PARAMS = [
  'utm_source',
  'utm_medium',
  'utm-campaign',
  'utm_content',
  'utm_term',
  'fbclid',
  'mktdata',
] as const

/** What itemsToHide can name. */
const HIDEABLE_ITEMS = [
  'backArrow',
  'bottomNav',
  'search',
  'favorites',
  'profile',
  'tickets',
  'login',
  'directions',
  'language',
] as const
export type HideableItem = (typeof HIDEABLE_ITEMS)[number]

export interface UrlParameters {
  /** Travels as meta.params with a ticket. Empty when the address carried none. */
  customerParams: Record<string, string>
  itemsToHide: HideableItem[]
}

/**
 * The server refuses longer ones (contract/rest/tickets.ts); a campaign's name is worth no refused ticket.
 */
const VALUE_LENGTH_MAX = 256

const isHideable = (name: string): name is HideableItem =>
  (HIDEABLE_ITEMS as readonly string[]).includes(name)

/**
 * What the address asks of the application. Unknown names are ignored.
 *
 * @param search the address's query, with or without its question mark
 * @see rules SHELL-06 and SHELL-07, docs/decisions "Parameters"
 */
export function readUrlParameters(search: string): UrlParameters {
  const query = new URLSearchParams(search)
  const customerParams: Record<string, string> = {}
  for (const name of CUSTOMER_PARAMS) {
    const value = query.get(name)
    if (value) customerParams[name] = value.slice(0, VALUE_LENGTH_MAX)
  }
  const names = query.getAll('itemsToHide').flatMap(list => list.split(','))
  const itemsToHide = [...new Set(names.map(name => name.trim()).filter(isHideable))]
  return { customerParams, itemsToHide }
}

/** With a marketing parameter present the office list is not loaded (SHELL-07). */
export function loadsOffices(customerParams: Record<string, string>): boolean {
  return Object.keys(customerParams).length === 0
}
