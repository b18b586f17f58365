/**
 * Signs that nobody sees, and that may hide what is written or turn it round: marks of direction, joiners and
 * spaces without width, fillers, controls. A line feed and a tabulator are seen.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\p{Co}\u2028\u2029\u2800]/gu
const SEEN_CONTROLS = new Set(['\n', '\t'])
/**
 * A third mark on a letter is drawn over what stands around it; no language that is spoken here has more than
 * two.
 */
const HEAPED = /(\p{M}{2})\p{M}+/gu

/**
 * What somebody wrote, as everybody else will see it on desk and wall: without what is not seen, and with no
 * more on a letter than belongs there. Cleaned and not refused: most of it comes with a copied text, and
 * whoever pasted it cannot see why.
 */
export const seenText = (text: string): string =>
  text.replace(UNSEEN, sign => (SEEN_CONTROLS.has(sign) ? sign : '')).replace(HEAPED, '$1')

/** Whether a text is as it is seen. */
export const isSeen = (text: string): boolean => seenText(text) === text
