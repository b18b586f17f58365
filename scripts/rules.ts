import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The rules of docs/rules.md, in their order: `- TKT-03 One active ticket …`. */
export function rulesOf(markdown: string): { id: string; text: string }[] {
  return [...markdown.matchAll(/^- ([A-Z0-9]+-\d{2}) (.+)$/gm)].map(([, id = '', text = '']) => ({
    id,
    text,
  }))
}

/** The names of tests that carry ids, and the ids: `it('[TKT-03] [TKT-11] …')`. */
export function provenIn(source: string): { name: string; ids: string[] }[] {
  const names = source.matchAll(
    /\b(?:it|test|describe)(?:\.\w+)*(?:\([^)'"`]*\))?\(\s*(['"`])((?:(?!\1).)*)\1/g,
  )
  return [...names].flatMap(([, , name = '']) => {
    const ids = [...name.matchAll(/\[([A-Z0-9]+-\d{2})\]/g)].map(([, id = '']) => id)
    return ids.length > 0 ? [{ name, ids }] : []
  })
}

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? testFiles(path) : /\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
}

if (import.meta.main) {
  const rules = rulesOf(readFileSync(join(root, 'docs/rules.md'), 'utf8'))
  const known = new Set(rules.map(rule => rule.id))
  const proofs = new Map<string, string[]>()
  let unknown = 0
  for (const file of testFiles(join(root, 'tests'))) {
    for (const { name, ids } of provenIn(readFileSync(file, 'utf8'))) {
      for (const id of ids) {
        if (!known.has(id)) {
          console.error(`${relative(root, file)}: no rule ${id} («${name}»)`)
          unknown++
        }
        proofs.set(id, [...(proofs.get(id) ?? []), `${relative(root, file)}: ${name}`])
      }
    }
  }
  for (const { id, text } of rules) {
    const tests = proofs.get(id) ?? []
    console.log(`${tests.length > 0 ? '✓' : '·'} ${id} ${text}`)
    for (const test of tests) console.log(`    ${test}`)
  }
  console.log(`${rules.filter(rule => proofs.has(rule.id)).length} of ${rules.length} rules proven`)
  if (unknown > 0) process.exitCode = 1
}
