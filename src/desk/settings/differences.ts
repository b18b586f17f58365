import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { CATEGORIES } from '#contract/categories.ts'
import { choiceText } from './choice-texts.ts'
import type { EditedModuloLines, EditedOffice } from './edited-office.ts'
import { placeText } from './field-text.ts'
import { weekText } from './hours-text.ts'
import { contentOf, isAlike, type PartName } from './parts.ts'
import { type PlaceKey, placeOf } from './place.ts'
import type { Week } from './week.ts'

/** One thing that is otherwise, in words; null where there is nothing on that side. */
export interface Difference {
  place: string
  before: string | null
  after: string | null
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null
const isModuloLines = (keys: readonly PlaceKey[]) => keys.at(0) === 'modulo_lines'
const isWeek = (keys: readonly PlaceKey[]) => keys.at(-1) === 'hours'

/** "Caja 1: Trámites, Copias", one módulo after the other. */
function moduloLinesText(prescribed: readonly EditedModuloLines[], { lines }: EditedOffice): string | null {
  const nameOf = (slug: string) => lines.find(line => line.slug === slug)?.name ?? slug
  const sentences = prescribed.map(one => `${one.modulo}: ${one.lines.map(nameOf).join(', ')}`)
  return sentences.join('; ') || null
}

function valueText(
  value: unknown,
  keys: readonly PlaceKey[],
  office: EditedOffice,
  i18n: I18n,
): string | null {
  if (value === undefined || value === null || value === '') return null
  if (isModuloLines(keys)) return moduloLinesText(value as readonly EditedModuloLines[], office)
  if (isWeek(keys)) return weekText(value as Week, i18n)
  if (typeof value === 'boolean') return value ? i18n._(msg`sí`) : i18n._(msg`no`)
  const choice = choiceText(String(keys.at(-1)), value, i18n)
  if (choice !== null) return choice
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') {
    return (keys.at(-1) === 'category' && CATEGORIES.find(({ slug }) => slug === value)?.name) || value
  }
  if (Array.isArray(value)) return value.every(isPlain) ? value.join(', ') || null : String(value.length)
  const { name, question, slug } = value as Record<string, unknown>
  return [name, question, slug].find(one => typeof one === 'string') ?? i18n._(msg`sí`)
}

/** The leaves by which two values differ; lists of things that have no name of their own are one leaf. */
function leaves(
  before: unknown,
  after: unknown,
  keys: PlaceKey[],
): { keys: PlaceKey[]; pair: [unknown, unknown] }[] {
  if (isAlike(before, after)) return []
  const isList = Array.isArray(before) || Array.isArray(after)
  const isLeaf =
    isWeek(keys) ||
    isModuloLines(keys) ||
    isPlain(before) ||
    isPlain(after) ||
    (isList && [before, after].every(list => Array.isArray(list) && list.every(isPlain)))
  if (isLeaf) return [{ keys, pair: [before, after] }]
  const names = isList
    ? Array.from(
        { length: Math.max((before as unknown[]).length, (after as unknown[]).length) },
        (_, at) => at,
      )
    : [...new Set([...Object.keys(before as object), ...Object.keys(after as object)])]
  const at = (value: unknown, name: PlaceKey) => (value as Record<PlaceKey, unknown>)[name]
  return names.flatMap(name => leaves(at(before, name), at(after, name), [...keys, name]))
}

/** What is otherwise in one part, in words. */
export function differences(
  before: EditedOffice,
  after: EditedOffice,
  part: PartName,
  i18n: I18n,
): Difference[] {
  const isLine = part.startsWith('line:')
  const office = isLine && !contentOf(after, part) ? before : after
  const nth = office.lines.findIndex(({ slug }) => `line:${slug}` === part)
  const root: PlaceKey[] = isLine ? ['lines', nth] : []
  return leaves(contentOf(before, part), contentOf(after, part), root).map(({ keys, pair }) => {
    const place = placeText(placeOf(keys), office, i18n)
    const [was, is] = pair.map(value => valueText(value, keys, office, i18n))
    return {
      // Under the line's own heading its name need not stand again.
      place: isLine ? place.replace(/^[^›]*› /, '') : place,
      before: was ?? null,
      after: is ?? null,
    }
  })
}
