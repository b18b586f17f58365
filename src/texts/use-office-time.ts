import { timeText } from './clock-text.ts'
import { useLanguage } from './use-language.ts'
import { useZoneWord } from './use-zone-word.ts'

/**
 * A time by the office's clock, and whose that is where the device shows another: "7:10 (hora de Easter)".
 * @returns takes the moment, and how it reads where that is more than the time of day
 */
export function useOfficeTime(timeZone: string): (at: Date, reads?: string) => string {
  const language = useLanguage()
  const zoneWord = useZoneWord(timeZone)
  return (at, reads = timeText(at, language, timeZone)) => {
    const word = zoneWord(at)
    return word === null ? reads : `${reads} (${word})`
  }
}
