import { useState } from 'react'
import { CATEGORIES } from '#contract/categories.ts'
import { SearchField } from '#src/ui/form/search-field.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Chip } from '#src/ui/press/chip.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { Tile, TileGrid } from '#src/ui/press/tile.tsx'
import { BottomDock } from '#src/ui/shell/bottom-dock.tsx'
import { BottomNav } from '#src/ui/shell/bottom-nav.tsx'
import { MobileFrame } from '#src/ui/shell/frames.tsx'
import { Logo } from '#src/ui/shell/logo.tsx'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { SlimBar } from '#src/ui/shell/slim-bar.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { destinations } from './destinations.ts'

const SIGNS: IconName[] = ['pen', 'bill', 'box', 'box', 'cross', 'bill', 'cross', 'shield', 'plane', 'people']

export function Home() {
  const [search, setSearch] = useState('')
  return (
    <MobileFrame
      dock={
        <BottomDock>
          <BottomNav label="Principal" items={destinations('Inicio')} />
        </BottomDock>
      }
    >
      <ScreenHeader
        size="small"
        title={<Logo name="Numerito" />}
        actions={<IconButton icon="bell" label="Avisos" />}
      />
      <ScreenBody>
        <SearchField
          label="Buscar"
          clearLabel="Borrar"
          placeholder="Banco, notaría, correo…"
          value={search}
          onChange={setSearch}
        />
        <SlimBar
          href="/?screen=waiting"
          number="A042"
          title="3 antes que tú"
          detail="entre 9 y 14 min · Notaría Norte"
          brand="#0a5b8c"
        />
        <Section title="Cerca de ti" aside={<Chip icon="pin">Santiago</Chip>}>
          <List>
            <ListRow
              href="/?screen=office"
              title="Correos de Chile Centro"
              detail={
                <>
                  <StateWord tone="ok">Abierto</StateWord> · cierra 18:00
                </>
              }
              end="350 m"
              endDetail="~5 min"
            />
            <ListRow
              href="/?screen=office"
              title="Servipag Ahumada"
              detail={
                <>
                  <StateWord tone="almost">Mucha gente</StateWord> · cierra 14:00
                </>
              }
              end="1,2 km"
              endDetail="~38 min"
            />
          </List>
        </Section>
        <Section title="¿Qué necesitas?">
          <TileGrid>
            {CATEGORIES.map((category, at) => (
              <Tile
                key={category.slug}
                href={`/?screen=office&category=${category.slug}`}
                label={category.name}
                icon={SIGNS[at % SIGNS.length] ?? 'bank'}
                brand={category.colour}
              />
            ))}
          </TileGrid>
        </Section>
      </ScreenBody>
    </MobileFrame>
  )
}
