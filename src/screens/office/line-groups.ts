import type { Line } from '#contract/rest/offices.ts'

export interface LineGroup {
  /** The folder under which the lines stand, or null for those that stand alone. */
  folder: string | null
  lines: Line[]
}

/**
 * An office's lines as they are listed: hidden ones only where they were asked for by link, the rest by
 * priority, each folder at the place of its first line.
 *
 * @param linkedSlug the line that the link names, if any
 * @see rule OFF-07, docs/decisions "Line types"
 */
export function groupLines(lines: readonly Line[], linkedSlug: string | null): LineGroup[] {
  const listed = lines
    .filter(line => line.type !== 'hidden' || line.slug === linkedSlug)
    .toSorted((a, b) => b.priority - a.priority || a.name.localeCompare(b.name))
  const groups: LineGroup[] = []
  for (const line of listed) {
    const group = groups.find(known => known.folder === line.folder)
    if (group) group.lines.push(line)
    else groups.push({ folder: line.folder, lines: [line] })
  }
  return groups
}
