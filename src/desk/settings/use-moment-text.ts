import { useState } from 'react'
import { dayText, timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'

/** Words a moment of these days, as "hoy 10:42". */
export function useMomentText(): (at: string) => string {
  const language = useLanguage()
  const [now] = useState(() => new Date())
  return at => {
    const moment = new Date(at)
    return `${dayText(moment, now, language)} ${timeText(moment, language)}`
  }
}
