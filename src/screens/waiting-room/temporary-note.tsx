import { Trans } from '@lingui/react/macro'
import { noticesStore, useNotices } from '#src/stores/notices-store.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'

/** Where a temporary user's number or booked time lives, said once, under it instead of over it. */
export function TemporaryNote() {
  const notice = useNotices(store => store.notices.find(({ kind }) => kind === 'isTemporary'))
  if (!notice) return null
  return (
    <Note
      tone="almost"
      icon="lock"
      title={
        notice.kind === 'isTemporary' && notice.about === 'reservation' ? (
          <Trans>Tu reserva está guardada solo en este navegador</Trans>
        ) : (
          <Trans>Tu número está guardado solo en este navegador</Trans>
        )
      }
      action={
        <Button look="soft" size="tight" onClick={() => noticesStore.getState().dismiss(notice.id)}>
          <Trans>Entendido</Trans>
        </Button>
      }
    >
      <Trans>Si borras sus datos o sales, lo pierdes. Puedes llevarlo a otro teléfono desde tu perfil.</Trans>
    </Note>
  )
}
