import type { Stop } from './subscribers.ts'
import type { Timers } from './timers.ts'

/** Often enough for a bar that follows a voice. */
const LOOK_MS = 100
/** A voice near a microphone is about so loud, of 1. */
const VOICE = 0.15

/**
 * How loud a microphone is, from 0 to 1 (a voice near it), told ten times a second until it is stopped.
 */
export function watchSoundLevel(
  track: MediaStreamTrack,
  timers: Timers,
  tell: (level: number) => void,
): Stop {
  const audio = new AudioContext()
  const analyser = audio.createAnalyser()
  audio.createMediaStreamSource(new MediaStream([track])).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const stop = timers.every(LOOK_MS, () => {
    analyser.getFloatTimeDomainData(samples)
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
    tell(Math.min(1, Math.sqrt(power) / VOICE))
  })
  return () => {
    stop()
    void audio.close()
  }
}
