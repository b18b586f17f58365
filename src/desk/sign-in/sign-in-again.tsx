import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { Dialog } from '#src/ui/layer/dialog.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { useDoorTools } from '../door-tools.ts'
import { leave } from '../leave-guard.ts'
import styles from './sign-in-again.module.css'
import { SignInForm } from './sign-in-form.tsx'

/** Over the work, which stays as it was: the same clerk goes on where they stopped. */
export function SignInAgain({ open }: { open: boolean }) {
  const { session } = useDoorTools()
  const user = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onClose={() => {}}
      blocking
      urgent
      title={<Trans>Tu sesión terminó</Trans>}
      initialFocus={user}
      actions={
        open && (
          <>
            <SignInForm userRef={user}>
              {(fields, button) => (
                <>
                  {fields}
                  <div className={styles.button}>{button}</div>
                </>
              )}
            </SignInForm>
            <Button look="plain" wide onClick={() => leave(session.end)}>
              <Trans>Salir del mesón</Trans>
            </Button>
          </>
        )
      }
    >
      <Trans>Entra otra vez y sigues donde ibas.</Trans>
    </Dialog>
  )
}
