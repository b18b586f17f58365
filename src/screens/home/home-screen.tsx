import { useLingui } from '@lingui/react/macro'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { firstPaint } from '#src/platform/first-paint.ts'
import { HeldPlaces } from '#src/screens/shared/held-places.tsx'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useIsDesktop } from '#src/screens/shared/use-is-desktop.ts'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { HomeHeader } from './home-header.tsx'
import { HomeFavoritesPlace } from './home-favorites-place.tsx'
import { HOME_ROWS } from './home-rows.ts'
import { HomeSearch } from './home-search.tsx'
import { OfficeListSkeleton } from '#src/screens/shared/office-list-skeleton.tsx'
import styles from './home-screen.module.css'

/** What is held comes out of a database anyway. */
const HeldList = lazy(async () => {
  await firstPaint()
  return import('#src/screens/shared/held-list.tsx')
})
const HomeLists = lazy(() => import('./home-lists.tsx'))

/** Where to begin: what one holds, what is near, what one needs. No greeting. */
export default function HomeScreen() {
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const heading = useHeadingFocus()
  const rows = HOME_ROWS[useIsDesktop() ? 'desktop' : 'mobile']

  function search(event: FormEvent) {
    event.preventDefault()
    navigate(text.trim() === '' ? '/search' : `/search?q=${encodeURIComponent(text.trim())}`)
  }

  return (
    <>
      <HomeHeader headingRef={heading} />
      <ScreenBody>
        <HomeSearch text={text} onChange={setText} onSubmit={search} />
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
