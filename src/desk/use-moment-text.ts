import { dayText, timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { useDeskTools } from './desk-tools.ts'

/** Words a moment of these days on the office's clock, as "hoy 10:42". */
export function useMomentText(timeZone: string): (at: string) => string {
  const language = useLanguage()
  const { clock } = useDeskTools()
  return at => {
    const moment = new Date(at)
    const day = dayText(moment, new Date(clock.now()), language, timeZone)
    return `${day} ${timeText(moment, language, timeZone)}`
  }
}
