import type { Settings } from '#src/platform/settings.ts'

/** What was held when somebody last looked, as far as its place on a screen depends on it. */
export interface HeldPlace {
  kind: 'ticket' | 'reservation'
  officeSlug: string
}

const KINDS = { t: 'ticket', r: 'reservation' } as const

/** What was held, as these settings know it. */
export const heldIn = (settings: Pick<Settings, 'read'>): HeldPlace[] =>
  (settings.read('held') ?? '').split(' ').flatMap(place => {
    const [sign = '', officeSlug = ''] = place.split(':')
    return (sign === 't' || sign === 'r') && officeSlug !== '' ? [{ kind: KINDS[sign], officeSlug }] : []
  })

/** How many favourites there were, as these settings know it. */
export const favoritesIn = (settings: Pick<Settings, 'read'>): number =>
  Number.parseInt(settings.read('favorites') ?? '', 10) || 0
