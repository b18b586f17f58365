import { Trans } from '@lingui/react/macro'
import type { WaitRange } from '#contract/rest/offices.ts'
import type { Slower } from '#src/domain/calm-wait.ts'
import { shortMomentText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { useOfficeTime } from '#src/texts/use-office-time.ts'
import { WaitShort } from '#src/texts/wait-text.tsx'

/** The one thing first: "unos 35 min", or the range where nothing bears one figure out; "ahora". */
export function WaitFirst({ wait }: { wait: WaitRange | null }) {
  if (wait === null) return '—'
  if (wait.now || wait.to === 0) return <Trans>ahora</Trans>
  return <WaitShort wait={wait} />
}

/** Then the range, and how sure it is; or when a desk opens, or that the office may close before. */
export function WaitSure({ wait, timeZone }: { wait: WaitRange; timeZone: string }) {
  const language = useLanguage()
  const officeTime = useOfficeTime(timeZone)
  const { from, to, holds, opens_at, closes_first } = wait
  if (opens_at !== undefined) {
    const at = new Date(opens_at)
    const moment = officeTime(at, shortMomentText(at, at, language, timeZone))
    return <Trans>abre: {moment}</Trans>
  }
  if (closes_first) return <Trans>puede que no alcances hoy</Trans>
  if (!wait.about || holds === undefined || from === to) return null
  const ofTen = Math.round(holds / 10)
  return (
    <Trans>
      entre {from} y {to}, {ofTen} de 10 veces
    </Trans>
  )
}

/** Why it takes longer than was said. */
export function SlowerText({ slower }: { slower: Slower }) {
  switch (slower) {
    case 'more-ahead':
      return <Trans>Ahora hay más personas antes de ti</Trans>
    case 'fewer-desks':
      return <Trans>Demora más: cerró un módulo</Trans>
    case 'slower':
      return <Trans>Demora más: la fila avanza más lento que antes</Trans>
  }
}
