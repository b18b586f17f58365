import { Trans } from '@lingui/react/macro'
import { navigate } from 'wouter/use-browser-location'
import { useUi } from '#src/stores/ui-store.ts'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'

/**
 * Something was pressed outside of the page that leads away from what would be lost: the person decides
 * (HAND-02). Over everything, for a video call lies over every screen itself.
 */
export function LeaveOffer() {
  const asked = useUi(ui => ui.leaving)
  const askToLeave = useUi(ui => ui.askToLeave)
  if (!asked) return null
  const leave = () => {
    askToLeave(null)
    navigate(asked.path)
  }
  return (
    <ConfirmLoss
      open
      title={<Trans>¿Salir de esta pantalla?</Trans>}
      keepLabel={<Trans>Seguir aquí</Trans>}
      loseLabel={<Trans>Ir igual</Trans>}
      onKeep={() => askToLeave(null)}
      onLose={leave}
    >
      {asked.loss === 'call' ? (
        <Trans>La videollamada se cortaría.</Trans>
      ) : (
        <Trans>Se perdería lo que escribiste.</Trans>
      )}
    </ConfirmLoss>
  )
}
