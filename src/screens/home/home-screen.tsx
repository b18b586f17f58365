import { useLingui } from '@lingui/react/macro'
import { type FormEvent, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { firstPaint } from '#src/platform/first-paint.ts'
import { HeldPlaces } from '#src/screens/held/held-places.tsx'
import { late } from '#src/screens/shared/late.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useIsDesktop } from '#src/screens/shared/use-is-desktop.ts'
import { listWords } from '#src/texts/load-catalog.ts'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { HomeHeader } from './home-header.tsx'
import { HomeFavoritesPlace } from './home-favorites-place.tsx'
import { HOME_ROWS } from './home-rows.ts'
import { HomeSearch } from './home-search.tsx'
import { OfficeListSkeleton } from '#src/screens/shared/office-list-skeleton.tsx'
import styles from './home-screen.module.css'

/** What is held comes out of a database anyway. */
const HeldList = late(() => import('#src/screens/held/held-list.tsx'), { after: firstPaint })
const HomeLists = late(() => import('./home-lists.tsx'), { words: listWords })

/** Where to begin: what one holds, what is near, what one needs. No greeting. */
export default function HomeScreen() {
  const heading = useHeadingFocus()
  const rows = HOME_ROWS[useIsDesktop() ? 'desktop' : 'mobile']

  return (
    <>
      <HomeHeader headingRef={heading} />
      <ScreenBody>
        <Search />
        <Suspense fallback={<HeldPlaces />}>
          <HeldList />
        </Suspense>
        <Suspense fallback={<HomeListsPlace rows={rows} />}>
          <HomeLists rows={rows} />
        </Suspense>
      </ScreenBody>
    </>
  )
}

/** By itself: what is typed draws nothing else anew. */
function Search() {
  const [, navigate] = useLocation()
  const [text, setText] = useState('')

  function search(event: FormEvent) {
    event.preventDefault()
    navigate(text.trim() === '' ? '/search' : `/search?q=${encodeURIComponent(text.trim())}`)
  }

  return <HomeSearch text={text} onChange={setText} onSubmit={search} />
}

/** The place of favourites and offices until their part and their list have come. */
function HomeListsPlace({ rows }: { rows: number }) {
  const { t } = useLingui()
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <HomeFavoritesPlace rows={rows} />
        <Section title={t`Oficinas`}>
          <div className={styles.near}>
            <OfficeListSkeleton rows={rows} />
          </div>
        </Section>
      </div>
    </div>
  )
}
