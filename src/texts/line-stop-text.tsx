import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FreezeReason, LineStop } from '#contract/rest/offices.ts'
import { useOfficeTime } from './use-office-time.ts'

/** Why a line rests, as a clerk chose it. */
export const freezeReasonTexts: Record<FreezeReason, MessageDescriptor> = {
  'system-down': msg`El sistema no funciona.`,
  'short-staffed': msg`Falta personal.`,
  full: msg`Ya espera mucha gente.`,
  meeting: msg`Los ejecutivos están en reunión.`,
}

/** Why a line gives no numbers now, in a clerk's own words too, and until when. */
export function LineStopText({ stopped, timeZone }: { stopped: LineStop; timeZone: string }) {
  const { i18n } = useLingui()
  const officeTime = useOfficeTime(timeZone)
  if (stopped.why === 'closed') return <Trans>Vuelve a dar números el próximo día de atención.</Trans>
  const { reason, note, until } = stopped
  const time = until && officeTime(new Date(until))
  return (
    <>
      {reason && i18n._(freezeReasonTexts[reason])} {note && <>«{note}»</>}{' '}
      {time && <Trans>Vuelve a dar números a las {time}.</Trans>}
    </>
  )
}
