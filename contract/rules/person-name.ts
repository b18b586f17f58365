import { seenText } from './seen-text.ts'

/**
 * Letters, with what is written between the words of a name, also as phones write it (D’Angelo). A mark
 * stands on its letter, two at most (Vietnamese): marks alone are no name, and heaps of them would be drawn
 * over what stands around it. Letters that are not seen (fillers) are none.
 * @see rule FORM-01
 */
export const lettersOnly =
  /^(?=.*\p{L})(?!.*\p{Default_Ignorable_Code_Point})(?:\p{L}\p{M}{0,2}|['’ .‐‑-])+$/u

/** As it is taken: without what is not seen, and each blank, of whatever width, as the plain one. */
export const plainName = (text: string): string => seenText(text).replace(/\s/g, ' ').trim()
