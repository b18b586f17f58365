/** What leaving the screen would throw away, or null. */
export type Loss = 'form' | 'call'

const typedIn = new WeakSet<EventTarget>()

/** Remembers which fields a person has typed in. A search is no work that could be lost. */
export function watchTyping(page: Pick<Document, 'addEventListener'>): void {
  page.addEventListener('input', ({ target, isTrusted }) => {
    const isSearch = target instanceof HTMLInputElement && target.type === 'search'
    if (isTrusted && target && !isSearch) typedIn.add(target)
  })
}

const isFilled = (field: Element) =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
    ? field.checked
    : (field as HTMLInputElement).value !== ''

/** What stands in such a form is written down as it is typed, and found again there. */
const isKept = (field: Element) => field.closest('[data-kept]') !== null

/** A field that somebody typed in and that still stands there, or a video call. */
export function whatWouldBeLost(page: Document): Loss | null {
  if (page.location.pathname.endsWith('/meet')) return 'call'
  const fields = [...page.querySelectorAll('input, textarea, select')]
  return fields.some(field => typedIn.has(field) && isFilled(field) && !isKept(field)) ? 'form' : null
}
