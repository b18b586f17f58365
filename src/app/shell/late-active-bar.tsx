import { lazy, Suspense } from 'react'
import { firstScreen } from '../first-screen.ts'

const ActiveBar = lazy(async () => {
  await firstScreen()
  return import('./active-bar.tsx')
})

/**
 * The active ticket's bar, once there is something to be seen: what it shows comes out of a database anyway.
 */
export const LateActiveBar = ({ at }: { at: 'dock' | 'rail' }) => (
  <Suspense>
    <ActiveBar at={at} />
  </Suspense>
)
