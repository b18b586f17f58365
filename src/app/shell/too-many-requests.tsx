import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { errorText } from '#src/texts/error-texts.ts'
import { Dialog } from '#src/ui/layer/dialog.tsx'
import { useUi } from '#src/stores/ui-store.ts'
import { Button } from '#src/ui/press/button.tsx'

/** The server asks for patience: nothing else can be pressed until the page is loaded anew (SHELL-04). */
export default function TooManyRequests() {
  const { i18n } = useLingui()
  const refusal = useUi(ui => ui.tooManyRequests)
  const reload = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={refusal !== null}
      onClose={() => {}}
      blocking
      urgent
      initialFocus={reload}
      title={i18n._(errorText('too-many-requests'))}
      actions={
        <Button ref={reload} wide icon="refresh" onClick={() => location.reload()}>
          <Trans>Recargar</Trans>
        </Button>
      }
    />
  )
}
