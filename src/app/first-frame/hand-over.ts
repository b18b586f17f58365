const field = (place: Element) => place.querySelector<HTMLInputElement>('input[type=search]')

/** Types as a person would, so that the screen hears of it. */
function type(input: HTMLInputElement, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Puts the application in the place of the first frame: what somebody typed there meanwhile, and the cursor,
 * go with it.
 */
export function handOver(frame: Element, application: Element): void {
  const before = field(frame)
  const text = before?.value ?? ''
  const cursor = before && before === document.activeElement ? before.selectionStart : null
  frame.replaceWith(application)
  const after = field(application)
  if (!after) return
  if (text !== '') type(after, text)
  if (cursor === null) return
  after.focus({ preventScroll: true })
  after.setSelectionRange(cursor, cursor)
}
