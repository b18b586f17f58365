import { slugOf } from '../found/ready-office.ts'

/** A slug of the name, as links show it, that nothing else has. */
export function newSlug(name: string, usual: string, taken: readonly string[]): string {
  const wished = slugOf(name) || usual
  for (let nth = 1; ; nth++) {
    const slug = nth === 1 ? wished : `${wished}-${nth}`
    if (!taken.includes(slug)) return slug
  }
}

/** The first letter that no line has; empty where all are taken. */
export const newPrefix = (taken: readonly string[]): string =>
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ').find(letter => !taken.includes(letter)) ?? ''
