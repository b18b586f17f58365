import { seenText } from './seen-text.ts'

/** A document that is no rut: of another country, whose form nobody here can check. */
export const DNI = /^[A-Za-z0-9.-]{5,20}$/

/** As it is taken: without what is not seen, with a plain dash for each that a text processor made of one. */
export const plainDni = (text: string): string =>
  seenText(text)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
