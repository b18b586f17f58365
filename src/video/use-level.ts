import { useEffect, useState } from 'react'
import { watchSoundLevel } from '#src/platform/sound-level.ts'
import { browserTimers } from '#src/platform/timers.ts'

/** How loud the microphone is now, from 0 to 1. */
export function useLevel(track: MediaStreamTrack | null): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (!track) return
    const stop = watchSoundLevel(track, browserTimers, setLevel)
    return () => {
      stop()
      setLevel(0)
    }
  }, [track])
  return level
}
