import { lazy, Suspense } from 'react'
import type { Meeting } from '#contract/rest/video.ts'
import { Skeleton } from '#src/ui/state/skeleton.tsx'

const Panel = lazy(() => import('./desk-video-panel.tsx'))

export interface DeskVideoProps {
  meeting: Meeting
  /** Back to the desk. */
  onLeave: () => void
}

/** The office's side of a video attention, fetched when a clerk first enters one. */
export function DeskVideo(props: DeskVideoProps) {
  return (
    <Suspense fallback={<Skeleton height="20rem" />}>
      <Panel {...props} />
    </Suspense>
  )
}
