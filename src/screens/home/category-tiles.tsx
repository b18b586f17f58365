import { useLingui } from '@lingui/react/macro'
import { CATEGORIES, type CategorySlug, categoryColour } from '#contract/categories.ts'
import { uiStore } from '#src/stores/ui-store.ts'
import { Tile, TileGrid } from '#src/ui/press/tile.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { categoryIcon } from './category-icons.ts'

/** Where a word too long for a tile may be broken: not every browser knows, and none knows a brand. */
const BREAKS: Partial<Record<CategorySlug, string>> = {
  chilexpress: 'Chile\u00adxpress',
  'superintendencia-de-pensiones': 'Super\u00adinten\u00addencia de Pensiones',
}

/** What one may need: the categories, each a coloured tile. */
export function CategoryTiles() {
  const { t } = useLingui()
  return (
    <Section title={t`¿Qué necesitas?`}>
      <TileGrid>
        {CATEGORIES.map(({ slug, name }) => (
          <Tile
            key={slug}
            href={`/search?category=${slug}`}
            label={BREAKS[slug] ?? name}
            icon={categoryIcon(slug)}
            brand={categoryColour(slug)}
            onClick={uiStore.getState().askForOffices}
          />
        ))}
      </TileGrid>
    </Section>
  )
}
