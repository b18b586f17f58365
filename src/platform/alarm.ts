/** Sound and vibration of a call, where the browser and the person allow them (CALL-05). */
export interface Alarm {
  /**
   * Browsers let a page make sounds only after the person pressed something in it. To be called soon after
   * each press; later ones cost nothing.
   */
  unlock(): void
  /** Once, however often the call is told. Each is tried by itself; what the device refuses is silent. */
  ring(allowed: { sound: boolean; vibration: boolean }): void
}

const PATTERN_MS = [300, 120, 300, 120, 600]
/** Two rising tones, as from a desk's bell: frequency in Hz, start and length in seconds. */
const TONES = [
  { frequency: 660, start: 0, length: 0.25 },
  { frequency: 880, start: 0.3, length: 0.5 },
] as const
const LOUDNESS = 0.4

interface Device {
  AudioContext?: typeof AudioContext
  navigator: { vibrate?: (pattern: number[]) => boolean }
}

function play(audio: AudioContext): void {
  for (const { frequency, start, length } of TONES) {
    const at = audio.currentTime + start
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(LOUDNESS, at)
    // Faded, or the loudspeaker clicks.
    volume.gain.exponentialRampToValueAtTime(0.001, at + length)
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + length)
  }
}

export function browserAlarm(device: Device): Alarm {
  let audio: AudioContext | undefined
  return {
    unlock() {
      if (!device.AudioContext) return
      audio ??= new device.AudioContext()
      // Safari also has states of its own, as after a telephone call.
      if (audio.state !== 'running') audio.resume().catch(() => undefined)
    },
    ring({ sound, vibration }) {
      if (vibration) device.navigator.vibrate?.(PATTERN_MS)
      // Tones planned on a context that still sleeps would all sound at once when it wakes, minutes after the
      // call.
      if (sound && audio?.state === 'running') play(audio)
    },
  }
}
