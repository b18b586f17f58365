const SECTIONS = /^(?=## )/m
const NAME = /^## (\S+)/

/**
 * Keeps what a bench said in place of what it had said before; what the others said stays.
 * @param page Markdown: some words, then a section for each bench
 * @param benches all that there are, in the order in which they stand; a section of one that is gone goes
 */
export function keepFigures(page: string, benches: readonly string[], bench: string, said: string): string {
  const [words = '', ...sections] = page.split(SECTIONS)
  const kept = new Map(sections.map(section => [NAME.exec(section)?.[1] ?? '', section.trimEnd()]))
  kept.set(bench, `## ${bench}\n\n${said}`)
  return [words.trimEnd(), ...benches.flatMap(name => kept.get(name) ?? [])].join('\n\n').concat('\n')
}
