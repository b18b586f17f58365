import { useLingui } from '@lingui/react/macro'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { firstPaint } from '#src/platform/first-paint.ts'
import { HeldPlaces } from '#src/screens/shared/held-places.tsx'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useIsDesktop } from '#src/screens/shared/use-is-desktop.ts'
import { listWords, screenWords } from '#src/texts/load-catalog.ts'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { HomeHeader } from './home-header.tsx'
import { HOME_ROWS } from './home-rows.ts'
import { HomeSearch } from './home-search.tsx'
import { OfficeListSkeleton } from '#src/screens/shared/office-list-skeleton.tsx'
import styles from './home-screen.module.css'

/** What is held comes out of a database anyway. */
const HeldList = lazy(async () => {
  await firstPaint()
  return (await Promise.all([import('#src/screens/shared/held-list.tsx'), screenWords()]))[0]
})
const HomeLists = lazy(async () => (await Promise.all([import('./home-lists.tsx'), listWords()]))[0])

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
        <Suspense fallback={<NearOfficesSkeleton rows={rows} />}>
          <HomeLists rows={rows} />
        </Suspense>
      </ScreenBody>
    </>
  )
}

/** The place of the offices until their part and their list have come. */
function NearOfficesSkeleton({ rows }: { rows: number }) {
  const { t } = useLingui()
  return (
    <Section title={t`Oficinas`}>
      <div className={styles.near}>
        <OfficeListSkeleton rows={rows} />
      </div>
    </Section>
  )
}
