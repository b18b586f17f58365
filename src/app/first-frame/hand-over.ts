const field = (place: Element) => place.querySelector<HTMLInputElement>('input[type=search]')

/** Types as a person would, so that the screen hears of it. */
function type(input: HTMLInputElement, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** What somebody typed, and where the keyboard stands, goes with it. */
function exchange(frame: Element, application: Element): void {
  const before = field(frame)
  const text = before?.value ?? ''
  const cursor = before && before === document.activeElement ? before.selectionStart : null
  const link = frame.querySelector('a:focus')?.getAttribute('href')
  frame.replaceWith(application)
  if (link) application.querySelector<HTMLElement>(`a[href="${link}"]`)?.focus({ preventScroll: true })
  const after = field(application)
  if (!after) return
  if (text !== '') type(after, text)
  if (cursor === null) return
  after.focus({ preventScroll: true })
  after.setSelectionRange(cursor, cursor)
}

/**
 * Puts the application in the place of the first frame, as soon as it takes nothing away: what the frame
 * names already must not turn into bones again, nor a link go while a finger is on it.
 * @param done called when the application stands there
 */
export function handOver(frame: Element, application: Element, done: () => void): void {
  const isReady = () => !frame.querySelector('li') || !application.querySelector('div[aria-busy=true]')
  const go = () => {
    if (!frame.isConnected || !isReady() || frame.querySelector('a:active')) return
    watcher.disconnect()
    for (const lifted of LIFTED) removeEventListener(lifted, later)
    exchange(frame, application)
    done()
  }
  // What the press was for comes first.
  const later = () => setTimeout(go)
  const watcher = new MutationObserver(go)
  watcher.observe(application, { subtree: true, childList: true })
  for (const lifted of LIFTED) addEventListener(lifted, later)
  go()
}

/** Of a link that is dragged the browser says in the middle that the pointer is gone, and in the end this. */
const LIFTED = ['pointerup', 'pointercancel', 'dragend'] as const

/** What the page's own script, which shows the frame, leaves for the application. */
interface HandOverHolder {
  numeritoHandOver?: typeof handOver
}

export const offerHandOver = (page: Window): void => {
  ;(page as HandOverHolder).numeritoHandOver = handOver
}

/** Undefined where no frame was shown by this page: there is nothing to be handed over then. */
export const handOverOf = (page: Window): typeof handOver | undefined =>
  (page as HandOverHolder).numeritoHandOver
