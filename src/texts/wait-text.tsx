import { Trans } from '@lingui/react/macro'
import type { WaitRange } from '#contract/rest/offices.ts'
import { waitFigure } from './wait-figure.ts'

/** Nobody is ahead, and a desk is free. */
const isNow = (wait: WaitRange) => wait.now === true

/** "unos 35 min, entre 25 y 50"; "entre 9 y 14 min"; words where there is no figure. */
export function WaitText({ wait }: { wait: WaitRange | null }) {
  if (wait === null) return <Trans>Sin información</Trans>
  const { about, from, to } = wait
  if (isNow(wait)) return <Trans>ahora</Trans>
  if (to === 0) return <Trans>menos de 1 min</Trans>
  if (from === to) return <Trans>unos {to} min</Trans>
  if (about) {
    return (
      <Trans>
        unos {about} min, entre {from} y {to}
      </Trans>
    )
  }
  return (
    <Trans>
      entre {from} y {to} min
    </Trans>
  )
}

/** "unos 35 min", "9–14 min": for lists, where a line is narrow. */
export function WaitShort({ wait }: { wait: WaitRange }) {
  const { about, to } = wait
  if (isNow(wait)) return <Trans>ahora</Trans>
  if (to === 0) return <Trans>menos de 1 min</Trans>
  if (about) return <Trans>unos {about} min</Trans>
  return <Trans>{waitFigure(wait)} min</Trans>
}
