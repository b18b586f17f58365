/**
 * Runs in the page: whether all of it is in the window, and nothing lies over it.
 * @param roundPx how far its corners are cut off
 */
export function isWhollySeen(element: Element, roundPx: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false
  const edge = 1 + roundPx / 3
  const across = [left + edge, (left + right) / 2, right - edge]
  const down = [top + edge, (top + bottom) / 2, bottom - edge]
  return across.every(x => down.every(y => element.contains(document.elementFromPoint(x, y))))
}
