import { KILOMETRE_FROM_M } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'

/**
 * A distance as it is read: above 1000 m in kilometres, else in metres. Null for an unknown one (Infinity):
 * no figure is shown.
 *
 * @param metres at least 0
 * @see rules OFF-05 and I18N-02
 */
export function formatDistance(metres: number, language: Language): string | null {
  if (!Number.isFinite(metres)) return null
  const far = metres > KILOMETRE_FROM_M
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: far ? 'kilometer' : 'meter',
    // A tenth of a kilometre matters to who walks; over ten nobody does.
    maximumFractionDigits: far && metres < 10_000 ? 1 : 0,
  }).format(far ? metres / 1_000 : metres)
}
