import { Suspense } from 'react'
import { late } from '#src/screens/shared/late.ts'
import { Boundary } from '../boundary.tsx'
import { firstScreen } from '../first-screen.ts'
import { BarPlace } from './bar-place.tsx'

const ActiveBar = late(() => import('./active-bar.tsx'), { after: firstScreen })

/**
 * The active ticket's bar, once there is something to be seen: what it shows comes out of a database anyway.
 */
export const LateActiveBar = ({ at }: { at: 'dock' | 'rail' }) => (
  <Boundary lost={null}>
    <Suspense fallback={at === 'dock' && <BarPlace />}>
      <ActiveBar at={at} />
    </Suspense>
  </Boundary>
)
