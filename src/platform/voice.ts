import { type Stop, Subscribers } from './subscribers.ts'
import type { Timers } from './timers.ts'

/** The browser's own voices. */
export interface Voice {
  /** Whether there is one for the language. Voices may come late: see `subscribe`. */
  speaks(language: string): boolean
  /** Says it after what is being said; settles when it was said, or could not be. */
  say(text: string, language: string): Promise<void>
  /** Says no more of what it was told to say. */
  hush(): void
  /** Told when voices come or go. */
  subscribe(listener: () => void): Stop
}

/** Some browsers forget to say that they are done: then the next call must not wait for ever. */
const LONGEST_MS = 15_000
/** In a hall, slower than in a room. */
const PACE = 0.9

interface Device {
  speechSynthesis?: SpeechSynthesis
  SpeechSynthesisUtterance?: typeof SpeechSynthesisUtterance
}

export function browserVoice(device: Device, timers: Timers): Voice {
  const { speechSynthesis: speech, SpeechSynthesisUtterance: Utterance } = device
  const listeners = new Subscribers<void>()
  speech?.addEventListener?.('voiceschanged', () => listeners.tell())
  const voiceOf = (language: string) =>
    speech?.getVoices().find(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language)
  return {
    speaks: language => voiceOf(language) !== undefined,
    say(text, language) {
      const voice = voiceOf(language)
      if (!speech || !Utterance || !voice) return Promise.resolve()
      return new Promise(resolve => {
        const said = new Utterance(text)
        said.voice = voice
        said.lang = voice.lang
        said.rate = PACE
        const giveUp = timers.after(LONGEST_MS, resolve)
        const end = () => {
          giveUp()
          resolve()
        }
        said.addEventListener('end', end)
        said.addEventListener('error', end)
        speech.speak(said)
      })
    },
    hush: () => speech?.cancel(),
    subscribe: listener => listeners.add(listener),
  }
}
