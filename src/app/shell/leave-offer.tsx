import { Trans } from '@lingui/react/macro'
import { navigate } from 'wouter/use-browser-location'
import { useUi } from '#src/stores/ui-store.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './overlays.module.css'

/** Something was pressed outside of the page that leads away from what would be lost: the person decides (HAND-02). */
export function LeaveOffer() {
  const asked = useUi(ui => ui.leaving)
  const askToLeave = useUi(ui => ui.askToLeave)
  if (!asked) return null
  const leave = () => {
    askToLeave(null)
    navigate(asked.path)
  }
  return (
    <div className={styles.floating}>
      <Note
        tone="press"
        role="alert"
        title={<Trans>¿Salir de esta pantalla?</Trans>}
        action={
          <>
            <Button size="tight" onClick={() => askToLeave(null)}>
              <Trans>Seguir aquí</Trans>
            </Button>
            <Button look="plain" size="tight" onClick={leave}>
              <Trans>Ir igual</Trans>
            </Button>
          </>
        }
      >
        {asked.loss === 'call' ? (
          <Trans>La videollamada se cortaría.</Trans>
        ) : (
          <Trans>Se perdería lo que escribiste.</Trans>
        )}
      </Note>
    </div>
  )
}
