import { Trans } from '@lingui/react/macro'
import { openingAt } from '#contract/rules/office-time.ts'
import { formatDistance } from '#src/domain/format-distance.ts'
import { favoriteOfOffice } from '#src/domain/favorite.ts'
import { placeAndKind } from '#src/domain/place-and-kind.ts'
import type { RankedOffice } from '#contract/rules/sort-offices.ts'
import { OpeningText } from '#src/texts/opening-text.tsx'
import { useLanguage } from '#src/texts/use-language.ts'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { Heart } from './heart.tsx'
import { OfficeWait } from './office-wait.tsx'
import type { ShownWait } from './use-office-waits.ts'

export interface OfficeRowProps {
  office: RankedOffice
  now: Date
  /** How long one would wait there; null where nothing can be said. */
  wait: ShownWait
  /** The search that found it, or nothing. */
  query?: string
  /** It is the one shown beside the list. */
  current?: boolean
}

/**
 * An office in a list: its name, whether it is open, how far it is and how long one would wait. An unknown
 * distance shows no figure.
 */
export function OfficeRow({ office, now, wait, query = '', current = false }: OfficeRowProps) {
  const language = useLanguage()
  const opening = openingAt(now, office)
  return (
    <ListRow
      href={`/offices/${office.slug}${query}`}
      current={current}
      title={office.name}
      detail={
        <>
          <StateWord tone={opening.open ? 'ok' : 'plain'}>
            <OpeningText short opening={opening} />
          </StateWord>
          <br />
          {office.options.web_only ? <Trans>Solo por internet</Trans> : placeAndKind(office)}
          {office.demo && (
            <>
              {' · '}
              <Trans>Demostración</Trans>
            </>
          )}
        </>
      }
      end={formatDistance(office.distance, language)}
      endDetail={opening.open && <OfficeWait wait={wait} now={now} />}
      beside={<Heart favorite={favoriteOfOffice(office)} />}
    />
  )
}
