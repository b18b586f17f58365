import { Trans } from '@lingui/react/macro'
import { useNow } from '#src/queries/use-now.ts'

const SECOND_MS = 1_000

/** m:ss, and h:mm:ss from an hour on. @param ms milliseconds */
function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS))
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/** How long the two have been together. @param since milliseconds since the epoch */
export function CallTimer({ since }: { since: number }) {
  const now = useNow(SECOND_MS)
  return (
    <span role="timer">
      <span className="visually-hidden">
        <Trans>Duración</Trans>{' '}
      </span>
      {durationText(now - since)}
    </span>
  )
}
