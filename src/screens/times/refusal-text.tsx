import { useLingui } from '@lingui/react'
import type { WordedCode } from '#src/domain/failure-codes.ts'
import { reservationRefusalText } from '#src/texts/reservation-error-texts.ts'

/** Why it was refused, in the catalogue's words. */
export function RefusalText({ code }: { code: WordedCode }) {
  const { i18n } = useLingui()
  return i18n._(reservationRefusalText({ code }))
}
