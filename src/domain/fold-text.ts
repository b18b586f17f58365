/**
 * Text as it is compared in a search: no accents, no capitals, single spaces. «Ñuñoa» and «nunoa» are the
 * same.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}
