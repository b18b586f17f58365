import { Trans } from '@lingui/react/macro'
import { useNow } from '#src/queries/use-now.ts'
import { Button } from '#src/ui/press/button.tsx'

const SECOND_MS = 1_000

export interface TakeBackButtonProps {
  /** By the server's clock, how long it could be taken back when this was seen; null where it cannot. */
  leftMs: number | null
  /** When this was seen, milliseconds since the epoch of this machine. */
  seenAt: number
  busy: boolean
  onPress: () => void
}

/** «Deshacer», with the seconds that are left; its place stays when they are over. */
export function TakeBackButton({ leftMs, seenAt, busy, onPress }: TakeBackButtonProps) {
  const now = useNow(SECOND_MS)
  // What was seen a moment ago is not of the future, whatever the last tick says.
  const left = leftMs === null ? 0 : leftMs - Math.max(0, now - seenAt)
  const seconds = Math.max(0, Math.ceil(left / SECOND_MS))
  return (
    <Button look="soft" icon="undo" disabled={seconds === 0} busy={busy} onClick={onPress}>
      <Trans>Deshacer</Trans>
      {seconds > 0 && (
        <span aria-hidden="true" className="numerals">
          {' '}
          · <Trans>{seconds} s</Trans>
        </span>
      )}
    </Button>
  )
}
