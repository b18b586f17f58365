import { useMemo } from 'react'

/** A track as something that can be shown; null where there is none. */
export const useOwnStream = (track: MediaStreamTrack | null): MediaStream | null =>
  useMemo(() => (track ? new MediaStream([track]) : null), [track])
