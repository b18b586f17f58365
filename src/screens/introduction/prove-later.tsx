import { Suspense } from 'react'
import { lazily } from '#src/screens/shared/late.ts'
import { Skeleton } from '#src/ui/state/skeleton.tsx'

const ProveDocument = lazily(() => import('./prove-document.tsx'))

/** The way on, fetched when it is needed: few offices ask for it. */
export const ProveLater = ({ onProven }: { onProven: () => void }) => (
  <Suspense fallback={<Skeleton height="4rem" />}>
    <ProveDocument onProven={onProven} />
  </Suspense>
)
