import { Trans } from '@lingui/react/macro'
import { isOtherTimeZone } from '#src/domain/other-time-zone.ts'
import { deviceTimeZone } from '#src/platform/device-time-zone.ts'
import { timeText, zoneCity } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Note } from '#src/ui/state/note.tsx'

export interface ZoneNoteProps {
  /** The office's, by which every time is shown. */
  timeZone: string
  /** A moment of which the times are spoken, ISO 8601: zones may agree at one time of the year alone. */
  at: string | undefined
  /** It is the very moment that was chosen, whose time here is said as well. */
  isChosen: boolean
}

/**
 * Nothing, unless the device's clock shows another time than the office's: then by which clock the times are.
 */
export function ZoneNote({ timeZone, at, isChosen }: ZoneNoteProps) {
  const language = useLanguage()
  const deviceZone = deviceTimeZone()
  if (at === undefined || !isOtherTimeZone(new Date(at), timeZone, deviceZone)) return null
  const city = zoneCity(timeZone)
  const here = timeText(new Date(at), language, deviceZone)
  return (
    <Note icon="clock">
      {isChosen ? (
        <Trans>
          Hora de {city}. En la zona de tu teléfono son las {here}.
        </Trans>
      ) : (
        <Trans>Hora de {city}. Tu teléfono está en otra zona.</Trans>
      )}
    </Note>
  )
}
