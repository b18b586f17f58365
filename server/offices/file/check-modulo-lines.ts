import * as v from 'valibot'
import { reportRepeats, type Spot } from './spot.ts'

/** That the modulos and the lines are there, and that nothing is prescribed twice. */
export function checkModuloLines(office: Spot): void {
  const modulos = new Set(
    office
      .at('modulos')
      .items()
      .map(({ value }) => value),
  )
  const slugs = new Set(
    office
      .at('lines')
      .items()
      .map(line => line.at('slug').value),
  )
  const prescribed = office.at('modulo_lines').items()
  for (const one of prescribed) {
    const name = one.at('modulo').as(v.string())
    if (name !== undefined && !modulos.has(name)) {
      one.at('modulo').report('unknown-modulo', `the office has no modulo “${name}”`)
    }
    const lines = one.at('lines').items()
    for (const line of lines) {
      const slug = line.as(v.string())
      if (slug !== undefined && !slugs.has(slug)) {
        line.report('unknown-line', `the office has no line “${slug}”`)
      }
    }
    reportRepeats(lines, 'duplicate-line', 'the line')
  }
  reportRepeats(
    prescribed.map(one => one.at('modulo')),
    'duplicate-modulo',
    'the modulo',
  )
}
