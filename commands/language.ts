/** What the operator is spoken to in. */
const SPOKEN = ['en', 'es'] as const
export type Spoken = (typeof SPOKEN)[number]

/** One text, for whichever of them it is. */
export type Said = Readonly<Record<Spoken, string>>

export const isSpoken = (name: string | undefined): name is Spoken => SPOKEN.some(spoken => spoken === name)

/** By the terminal's own settings, in the order in which they count; English where they say neither. */
export function spokenIn({
  LC_ALL,
  LC_MESSAGES,
  LANG,
}: Readonly<Record<string, string | undefined>>): Spoken {
  const name = (LC_ALL || LC_MESSAGES || LANG || '').slice(0, 2).toLowerCase()
  return isSpoken(name) ? name : 'en'
}
