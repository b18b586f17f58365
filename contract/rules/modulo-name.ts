/** What offices call a module in its own name: "Módulo 1", "modulo nº 2", "Guichê 3", "Desk 4". */
const WORD = /^(?:m[óo]dulo|guich[êe]|desk)s?(?:\s*(?:n[º°o.]+|#))?[\s:.-]+(?=\S)/iu

/**
 * A module's name where the word for it stands before it already, so that "Módulo 1" is not read "módulo
 * Módulo 1". "Caja 2" stays what it is.
 */
export const shortModulo = (name: string): string => name.trim().replace(WORD, '')
