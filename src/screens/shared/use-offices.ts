import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { openOffices } from '#contract/rules/open-offices.ts'
import { type RankedOffice, sortOffices } from '#contract/rules/sort-offices.ts'
import { loadsOffices } from '#src/domain/url-parameters.ts'
import { officesQuery } from '#src/queries/offices-query.ts'
import { useNow } from '#src/queries/use-now.ts'
import { useUi } from '#src/stores/ui-store.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { usePlace } from './use-place.ts'

/**
 * The offices, open ones first, the nearest of them before the others; with a marketing parameter not loaded
 * before somebody asks for them (SHELL-07).
 */
export function useOffices() {
  const language = useLanguage()
  const place = usePlace()
  const isLoaded = useUi(ui => ui.asksForOffices || loadsOffices(ui.customerParams))
  const query = useQuery(officesQuery({ enabled: isLoaded }))
  const now = useNow()
  const list = query.data?.data
  // In one word, so that a minute in which no door opens or shuts leaves the list as it stands.
  const doors = useMemo(() => [...openOffices(list ?? [], new Date(now))].join(), [list, now])
  const offices: RankedOffice[] = useMemo(() => {
    const open = new Set(doors.split(',').map(Number))
    return sortOffices(list ?? [], { position: place, open }, language)
  }, [list, doors, place, language])
  return {
    offices,
    /** When the list was made, milliseconds since the epoch; null before there is one. */
    since: query.data?.inserted_at ?? null,
    isLoading: isLoaded && query.isPending,
    /** Only where there is nothing older to show. */
    error: query.data === undefined ? query.error : null,
    isHeldBack: !isLoaded,
    retry: () => void query.refetch(),
  }
}
