import { Trans } from '@lingui/react/macro'
import type { RankedOffice } from '#contract/rules/sort-offices.ts'
import { openingAt } from '#contract/rules/office-time.ts'
import { aboutOf, type Favorite } from '#src/domain/favorite.ts'
import { useNow } from '#src/queries/use-now.ts'
import { OpeningText } from '#src/texts/opening-text.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { Heart } from './heart.tsx'
import { OfficeRow } from './office-row.tsx'
import { OfficeWait } from './office-wait.tsx'
import { useLineWaits } from './use-line-waits.ts'
import { type ShownWait, useOfficeWaits } from './use-office-waits.ts'
import { useOffices } from './use-offices.ts'

/** What somebody keeps, as it stands now: how long one would wait there, or that it is no more. */
export function FavoriteRows({ favorites }: { favorites: readonly Favorite[] }) {
  const now = new Date(useNow())
  const shown = useAsTheyAre(favorites)
  const waitOf = useOfficeWaits(
    shown.flatMap(({ line, office, active }) => (line || !active ? [] : [office])),
    Math.max(1, shown.length),
  )
  const waitIn = useLineWaits(shown)
  return shown.map(favorite => {
    const { office, line, active } = favorite
    const key = aboutOf(favorite)
    if (!active) return <ClosedRow key={key} favorite={favorite} />
    if (!line) return <OfficeRow key={key} office={office} now={now} wait={waitOf(office)} />
    return <FavoriteLineRow key={key} favorite={favorite} now={now} wait={waitIn(line.id)} />
  })
}

interface Shown extends Favorite {
  office: RankedOffice
  /** As its heart keeps it: without how far it is. */
  kept: Favorite
}

/** As the list of offices knows them now; one that it knows no more has closed for ever. */
function useAsTheyAre(favorites: readonly Favorite[]): Shown[] {
  const { offices, since } = useOffices()
  const now = new Date(useNow())
  const known = new Map(offices.map(office => [office.id, office]))
  return favorites.map(favorite => {
    const { office } = favorite
    const current = known.get(office.id)
    const active = favorite.active && (since === null || current !== undefined)
    return {
      ...favorite,
      kept: { ...favorite, active },
      office: current ?? {
        ...office,
        distance: Number.POSITIVE_INFINITY,
        isOpen: openingAt(now, office).open,
      },
      active,
    }
  })
}

function FavoriteLineRow({ favorite, now, wait }: { favorite: Shown; now: Date; wait: ShownWait }) {
  const { office, line } = favorite
  const opening = openingAt(now, office)
  return (
    <ListRow
      href={`/offices/${office.slug}/lines/${line?.slug}`}
      title={line?.name}
      detail={
        <>
          <StateWord tone={opening.open ? 'ok' : 'plain'}>
            <OpeningText short opening={opening} />
          </StateWord>
          <br />
          {office.name}
        </>
      }
      endDetail={opening.open && <OfficeWait wait={wait} now={now} />}
      beside={<Heart favorite={favorite.kept} />}
    />
  )
}

/** There is nothing to go to any more: it can be removed. */
function ClosedRow({ favorite }: { favorite: Shown }) {
  const { office, line } = favorite
  return (
    <ListRow
      title={line?.name ?? office.name}
      detail={
        <>
          <StateWord tone="plain" icon="close">
            {line ? <Trans>Esta fila ya no existe</Trans> : <Trans>Esta oficina cerró para siempre</Trans>}
          </StateWord>
          {line && (
            <>
              <br />
              {office.name}
            </>
          )}
        </>
      }
      beside={<Heart favorite={favorite.kept} />}
    />
  )
}
