import { type JudgingWork, spend } from './judging-work.ts'

/** Characters that a set of atoms cannot tell apart, as the atoms that they fit. */
export type Letter = ReadonlySet<string>

/**
 * From here on the planes hold nothing but unassigned and private characters, which all properties treat
 * alike.
 */
const ASSIGNED_END = 0x323b0
const FURTHER = [0x40000, 0xe0001, 0xe0100, 0xf0000, 0x10ffff]

/** A regular expression that looks through a text is so much faster than what follows ways. */
const LOOKS_A_STEP = 100

let everyCharacter: string | undefined

/**
 * Each assigned character once, in order, and samples of the rest. Half surrogates stand where they cannot
 * pair.
 */
function characters(): string {
  if (everyCharacter === undefined) {
    const chunks: string[] = []
    for (let code = 0; code < ASSIGNED_END; code++) {
      if (code < 0xd800 || code > 0xdfff) chunks.push(String.fromCodePoint(code))
    }
    everyCharacter = `${chunks.join('')}${String.fromCodePoint(...FURTHER)}\udc00 \ud800`
  }
  return everyCharacter
}

/** Characters beyond the assigned planes that the pattern itself names, and their neighbours. */
function namedBeyond(atoms: readonly string[]): string {
  const codes = atoms.flatMap(atom => [
    ...Array.from(atom, character => character.codePointAt(0) ?? 0),
    ...[...atom.matchAll(/\\u\{([0-9a-fA-F]+)\}/g)].map(([, hex = '']) => Number.parseInt(hex, 16)),
    ...[...atom.matchAll(/\\u(d[89ab]..)\\u(d[c-f]..)/gi)].map(
      ([, high = '', low = '']) =>
        String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0) ?? 0,
    ),
  ])
  return codes
    .filter(code => code >= ASSIGNED_END - 1)
    .flatMap(code => [code - 1, code, code + 1])
    .filter(code => code <= 0x10ffff)
    .map(code => String.fromCodePoint(code))
    .join('')
}

/**
 * The letters of an alphabet in which every atom is a set of letters: all the combinations of atoms that some
 * character fits. Found by asking the regular expressions themselves, so that no knowledge of Unicode is
 * repeated here.
 * @throws UnjudgedPattern where no work is left
 */
export function alphabetOf(atoms: readonly string[], work: JudgingWork): Letter[] {
  const text = characters() + namedBeyond(atoms)
  const edges: { at: number; atom: string; enters: boolean }[] = []
  for (const atom of atoms) {
    spend(work, Math.ceil(text.length / LOOKS_A_STEP))
    for (const run of text.matchAll(new RegExp(`(?:${atom})+`, 'gu'))) {
      edges.push({ at: run.index, atom, enters: true })
      edges.push({ at: run.index + run[0].length, atom, enters: false })
    }
  }
  spend(work, edges.length)
  edges.sort((a, b) => a.at - b.at)

  const letters = new Map<string, Letter>()
  const here = new Set<string>()
  for (const [index, { at, atom, enters }] of edges.entries()) {
    if (enters) here.add(atom)
    else here.delete(atom)
    if (edges[index + 1]?.at === at || here.size === 0) continue
    spend(work, here.size)
    const letter = new Set(here)
    letters.set([...letter].sort().join('\n'), letter)
  }
  return [...letters.values()]
}
