/** So many reservations are held against two plans within some ten milliseconds. */
const SLICE = 500

/** Those that are found to be so. Between two slices of a year's bookings whoever acts has their turn. */
export async function inSlices<Item>(
  items: readonly Item[],
  isSo: (item: Item) => boolean | undefined,
): Promise<Item[]> {
  const found: Item[] = []
  for (let from = 0; from < items.length; from += SLICE) {
    if (from > 0) await new Promise(resolve => setImmediate(resolve))
    for (const item of items.slice(from, from + SLICE)) if (isSo(item)) found.push(item)
  }
  return found
}
