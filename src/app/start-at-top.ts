/**
 * A new screen begins at its top, as a page of its own would; the browser alone would leave it scrolled as
 * far as the one before. Going back in history is the browser's: it brings the place back. wouter tells of
 * its steps by these events.
 *
 * @returns what stops it
 */
export function startAtTop(): () => void {
  let shown = location.pathname
  const step = ({ type }: Event) => {
    if (type !== 'popstate' && location.pathname !== shown) window.scrollTo(0, 0)
    shown = location.pathname
  }
  const steps = ['pushState', 'replaceState', 'popstate']
  for (const type of steps) window.addEventListener(type, step)
  return () => {
    for (const type of steps) window.removeEventListener(type, step)
  }
}
