import { Trans } from '@lingui/react/macro'
import { useLocation } from 'wouter'
import { placeOfWay } from '#src/screens/shared/way-in.ts'
import { noticesStore, useNotices } from '#src/stores/notices-store.ts'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { Note } from '#src/ui/state/note.tsx'

/**
 * Where a temporary user's number or booked time lives, said once, under it instead of over it; and what
 * would keep it.
 */
export function TemporaryNote() {
  const [path] = useLocation()
  const hidesLogin = useUi(isHidden('login'))
  const notice = useNotices(store => store.notices.find(({ kind }) => kind === 'isTemporary'))
  if (!notice) return null
  const isReservation = notice.kind === 'isTemporary' && notice.about === 'reservation'
  const dismiss = () => noticesStore.getState().dismiss(notice.id)
  return (
    <Note
      tone="almost"
      icon="lock"
      title={
        isReservation ? (
          <Trans>Tu reserva está guardada solo en este navegador</Trans>
        ) : (
          <Trans>Tu número está guardado solo en este navegador</Trans>
        )
      }
      action={
        <ButtonRow>
          {!hidesLogin && (
            <Button look="soft" size="tight" href={placeOfWay('sign-up', path)} onClick={dismiss}>
              <Trans>Crea una cuenta</Trans>
            </Button>
          )}
          <Button look={hidesLogin ? 'soft' : 'plain'} size="tight" onClick={dismiss}>
            <Trans>Entendido</Trans>
          </Button>
        </ButtonRow>
      }
    >
      {isReservation ? (
        <Trans>
          Si borras sus datos o sales, la pierdes. Con una cuenta la conservas; también puedes llevarla a otro
          teléfono desde tu perfil.
        </Trans>
      ) : (
        <Trans>
          Si borras sus datos o sales, lo pierdes. Con una cuenta lo conservas; también puedes llevarlo a otro
          teléfono desde tu perfil.
        </Trans>
      )}
    </Note>
  )
}
