import { urlOf } from '#contract/rules/url-of.ts'

/** Of no server: only the place in it is looked at. */
const HERE = 'http://here.invalid'

/**
 * A place of this application, with its query: the address that names it may come from anybody, and browsers
 * read `//elsewhere` and `/\elsewhere` as another site's, and so whatever comes to that: `/.//elsewhere`.
 */
export function safePlace(text: string | null | undefined): string {
  const place = text?.startsWith('/') ? urlOf(text, HERE) : null
  if (place?.origin !== HERE || place.pathname.startsWith('//')) return '/'
  return place.pathname + place.search
}
