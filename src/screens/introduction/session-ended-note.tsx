import { Trans } from '@lingui/react/macro'
import { useSession } from '#src/stores/session-store.ts'
import { Note } from '#src/ui/state/note.tsx'

/** To whoever had an account open here until a moment ago (AUTH-09): what to do, and that nothing is lost. */
export function SessionEndedNote() {
  const hasEnded = useSession(({ ended }) => ended === 'registered')
  if (!hasEnded) return null
  return (
    <Note tone="almost" icon="lock" role="status" title={<Trans>Sesion Expirada</Trans>}>
      <Trans>Entra otra vez y sigues donde ibas. Lo que escribiste sigue aquí.</Trans>
    </Note>
  )
}
