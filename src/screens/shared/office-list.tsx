import { useLingui } from '@lingui/react/macro'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { isNextPageDue, pageSize } from '#src/domain/page-size.ts'
import type { RankedOffice } from '#contract/rules/sort-offices.ts'
import { List } from '#src/ui/list/list.tsx'
import { OfficeRow } from './office-row.tsx'
import { useOfficeWaits } from './use-office-waits.ts'

/** About the height of a row: only how many fit a window is taken from it. */
const ROW_PX = 96

export interface OfficeListProps {
  offices: readonly RankedOffice[]
  now: Date
  /** The search that found them, which their addresses carry along: "?q=norte". */
  query: string
  /** The slug of the one shown beside the list. */
  current: string | null
}

/**
 * Offices that grow page by page as the list is scrolled: a page is four windows (OFF-06). What nobody sees
 * yet is drawn in the moments that are left over.
 */
export function OfficeList({ offices, now, query, current }: OfficeListProps) {
  const { t } = useLingui()
  const [seen] = useState(() => Math.ceil(window.innerHeight / ROW_PX))
  const page = pageSize(seen)
  const [shown, setShown] = useState(page)
  const end = useRef<HTMLDivElement>(null)
  const total = offices.length
  const listed = offices.slice(0, shown)
  const waitOf = useOfficeWaits(listed, page)
  const drawn = useDeferredValue(listed, listed.slice(0, seen))

  useEffect(() => setShown(page), [offices, page])
  useEffect(() => {
    const mark = end.current
    if (!mark || shown >= total || drawn.length < shown) return
    // The mark stands at the end; the margin brings it into sight when the last quarter of a page is near: of
    // the window, or of the pane that scrolls by itself.
    const margin = `0px 0px ${Math.round((page / 4) * ROW_PX)}px`
    const watcher = new IntersectionObserver(
      ([entry]) => {
        const lastVisible = entry?.isIntersecting ? shown - 1 : 0
        if (isNextPageDue({ shown, total, lastVisible, pageSize: page })) setShown(count => count + page)
      },
      { rootMargin: margin, scrollMargin: margin },
    )
    watcher.observe(mark)
    return () => watcher.disconnect()
  }, [shown, total, page, drawn.length])

  return (
    <>
      <List label={t`Oficinas`}>
        {drawn.map(office => (
          <OfficeRow
            key={office.slug}
            office={office}
            now={now}
            wait={waitOf(office)}
            query={query}
            current={office.slug === current}
          />
        ))}
      </List>
      <div ref={end} />
    </>
  )
}
