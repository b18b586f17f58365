import { Trans } from '@lingui/react/macro'
import type { WaitRange } from '#contract/rest/offices.ts'

/** The bare figure: "12–18"; one number where both ends are the same. */
export function waitFigure({ from, to }: WaitRange): string {
  return from === to ? String(to) : `${from}–${to}`
}

/** "entre 9 y 14 min"; words where there is no figure. */
export function WaitText({ wait }: { wait: WaitRange | null }) {
  if (wait === null) return <Trans>Sin información</Trans>
  const { from, to, now } = wait
  if (now) return <Trans>ahora</Trans>
  if (to === 0) return <Trans>menos de 1 min</Trans>
  if (from === to) return <Trans>unos {to} min</Trans>
  return (
    <Trans>
      entre {from} y {to} min
    </Trans>
  )
}

/** "9–14 min": for lists, where a line is narrow. */
export function WaitShort({ wait }: { wait: WaitRange }) {
  if (wait.now) return <Trans>ahora</Trans>
  if (wait.to === 0) return <Trans>menos de 1 min</Trans>
  return <Trans>{waitFigure(wait)} min</Trans>
}
