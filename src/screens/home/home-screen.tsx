import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { CATEGORIES, categoryColour } from '#contract/categories.ts'
import { useNow } from '#src/queries/use-now.ts'
import { useActiveTickets } from '#src/queries/use-receipts.ts'
import { categoryIcon } from '#src/screens/shared/category-icons.ts'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { NearMeChip } from '#src/screens/shared/near-me-chip.tsx'
import { OfficeListSkeleton } from '#src/screens/shared/office-list-skeleton.tsx'
import { OfficeRow } from '#src/screens/shared/office-row.tsx'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useOffices } from '#src/screens/shared/use-offices.ts'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { List } from '#src/ui/list/list.tsx'
import { Tile, TileGrid } from '#src/ui/press/tile.tsx'
import { Logo } from '#src/ui/shell/logo.tsx'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { HeldTicket } from '#src/screens/shared/held-ticket.tsx'

const NEAR = 4

/** Where to begin: what one holds, what is near, what one needs. No greeting. */
export default function HomeScreen() {
  const { t } = useLingui()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const now = new Date(useNow())
  const held = useActiveTickets()
  const { offices, since, isLoading, isHeldBack, error, retry } = useOffices()

  function search(event: FormEvent) {
    event.preventDefault()
    navigate(text.trim() === '' ? '/search' : `/search?q=${encodeURIComponent(text.trim())}`)
  }

  return (
    <>
      <ScreenHeader size="small" title={<Logo name="Numerito" />} />
      <ScreenBody>
        <search>
          <form onSubmit={search}>
            <SearchField
              label={t`Busca una oficina`}
              clearLabel={t`Borrar`}
              placeholder={t`Banco, notaría, correo…`}
              value={text}
              onChange={setText}
            />
          </form>
        </search>
        <OfflineNote since={since} />
        {held.map(ticket => (
          <HeldTicket key={ticket.tuid} ticket={ticket} />
        ))}
        {isHeldBack ? (
          <Note>
            <Trans>Elige lo que necesitas para ver las oficinas.</Trans>
          </Note>
        ) : (
          <Section title={t`Oficinas`} aside={<NearMeChip />}>
            {isLoading && <OfficeListSkeleton rows={NEAR} />}
            {error && <FailedLoad error={error} onRetry={retry} />}
            {offices.length > 0 && (
              <List label={t`Oficinas`}>
                {offices.slice(0, NEAR).map(office => (
                  <OfficeRow key={office.slug} office={office} now={now} />
                ))}
              </List>
            )}
          </Section>
        )}
        <Section title={t`¿Qué necesitas?`}>
          <TileGrid>
            {CATEGORIES.map(({ slug, name }) => (
              <Tile
                key={slug}
                href={`/search?category=${slug}`}
                label={name}
                icon={categoryIcon(slug)}
                brand={categoryColour(slug)}
              />
            ))}
          </TileGrid>
        </Section>
      </ScreenBody>
    </>
  )
}
