import { type Stop, Subscribers } from './subscribers.ts'
import type { Timers } from './timers.ts'

/** `untouched`: the browser lets the page sound after somebody pressed something in it. */
export type SoundState = 'on' | 'untouched' | 'none'

/** The bell of a waiting room, made here: no file could be missing. */
export interface Gong {
  state(): SoundState
  /** To be called with each press. */
  unlock(): void
  /** Settles when it has faded; at once where it may not sound. */
  ring(): Promise<void>
  subscribe(listener: (state: SoundState) => void): Stop
}

/** A falling third, as of a door's bell: frequency in Hz, start and length in seconds. */
const TONES = [
  { frequency: 659.3, start: 0, length: 1.1 },
  { frequency: 523.3, start: 0.55, length: 1.6 },
] as const
/** Each sounds with its octave, or it would be a whistle. */
const PARTIALS = [
  { times: 1, loudness: 0.5 },
  { times: 2, loudness: 0.15 },
] as const
const FADED_MS = 1_700

interface Device {
  AudioContext?: typeof AudioContext
}

export function browserGong(device: Device, timers: Timers): Gong {
  const listeners = new Subscribers<SoundState>()
  const audio = device.AudioContext && new device.AudioContext()
  const state = (): SoundState => (!audio ? 'none' : audio.state === 'running' ? 'on' : 'untouched')
  audio?.addEventListener('statechange', () => listeners.tell(state()))
  return {
    state,
    unlock() {
      if (audio && audio.state !== 'running') audio.resume().catch(() => undefined)
    },
    ring() {
      if (audio?.state !== 'running') return Promise.resolve()
      for (const tone of TONES) for (const partial of PARTIALS) strike(audio, tone, partial)
      return new Promise(resolve => void timers.after(FADED_MS, resolve))
    },
    subscribe: listener => listeners.add(listener),
  }
}

function strike(
  audio: AudioContext,
  { frequency, start, length }: (typeof TONES)[number],
  { times, loudness }: (typeof PARTIALS)[number],
): void {
  const at = audio.currentTime + start
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = frequency * times
  volume.gain.setValueAtTime(loudness, at)
  // Faded, or the loudspeaker clicks.
  volume.gain.exponentialRampToValueAtTime(0.001, at + length)
  tone.connect(volume).connect(audio.destination)
  tone.start(at)
  tone.stop(at + length)
}
