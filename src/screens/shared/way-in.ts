/** How one says who one is: for now, by an account, by a new one. */
export type Way = 'temporary' | 'sign-in' | 'sign-up'

const PLACES: Record<Way, string> = { temporary: '/identify', 'sign-in': '/sign-in', 'sign-up': '/sign-up' }

/** The place of a way in, from which one goes on to `next`. */
export const placeOfWay = (way: Way, next: string) => `${PLACES[way]}?next=${encodeURIComponent(next)}`
