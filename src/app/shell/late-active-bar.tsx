import { lazy, Suspense } from 'react'
import { screenWords } from '#src/texts/load-catalog.ts'
import { firstScreen } from '../first-screen.ts'

const ActiveBar = lazy(async () => {
  await firstScreen()
  return (await Promise.all([import('./active-bar.tsx'), screenWords()]))[0]
})

/**
 * The active ticket's bar, once there is something to be seen: what it shows comes out of a database anyway.
 */
export const LateActiveBar = ({ at }: { at: 'dock' | 'rail' }) => (
  <Suspense>
    <ActiveBar at={at} />
  </Suspense>
)
