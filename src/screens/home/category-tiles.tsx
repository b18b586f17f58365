import { useLingui } from '@lingui/react/macro'
import { CATEGORIES, categoryColour } from '#contract/categories.ts'
import { categoryIcon } from '#src/screens/shared/category-icons.ts'
import { uiStore } from '#src/stores/ui-store.ts'
import { Tile, TileGrid } from '#src/ui/press/tile.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'

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
            label={name}
            icon={categoryIcon(slug)}
            brand={categoryColour(slug)}
            onClick={uiStore.getState().askForOffices}
          />
        ))}
      </TileGrid>
    </Section>
  )
}
