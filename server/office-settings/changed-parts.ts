import { isDeepStrictEqual } from 'node:util'
import type { OfficeEntry } from '#server/offices/file/offices-file.ts'
import { entryOfRows, type WrittenOffice } from '#server/offices/load/entry-of-rows.ts'
import { wantedLine, wantedOffice } from '#server/offices/load/wanted-rows.ts'

/** Lines and modules are known by their names: in which order they are named says nothing. */
const inOrder = (office: WrittenOffice): Record<string, unknown> => ({
  ...office,
  lines: [...office.lines].sort((a, b) => a.slug.localeCompare(b.slug)),
  modulos: [...(office.modulos ?? [])].sort(),
  modulo_lines: [...(office.modulo_lines ?? [])].sort((a, b) => a.modulo.localeCompare(b.modulo)),
})

/** An entry as it would be read again once it stands. */
function asWritten(office: OfficeEntry, holidays: readonly string[]): WrittenOffice {
  return entryOfRows(wantedOffice(office, holidays), {
    lines: office.lines.map(line => ({
      ...wantedLine(0, null, line),
      line_category: line.line_category,
    })),
    modulos: office.modulos.map(name => ({
      name,
      lines: office.modulo_lines.find(({ modulo }) => modulo === name)?.lines ?? null,
    })),
    policy: office.policy,
    holidays: new Set(holidays),
  })
}

/** Keys of the entry that say something else than what stands: names of parts, and no values. */
export function changedParts(
  stands: WrittenOffice,
  { office, holidays }: { office: OfficeEntry; holidays: readonly string[] },
): string[] {
  const [before, after] = [inOrder(stands), inOrder(asWritten(office, holidays))]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    key => !isDeepStrictEqual(before[key], after[key]),
  )
}
