import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'

export interface TakenByColleagueProps {
  /** Begins a new visit. */
  onAgain: () => void
  /** Away from here. */
  away: ReactNode
}

/**
 * Another clerk of the office sat down in this call: whoever goes back takes it from them, and is asked
 * first.
 */
export function TakenByColleague({ onAgain, away }: TakenByColleagueProps) {
  const { t } = useLingui()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <EmptyState
        icon="user"
        title={<Trans>Otra persona de tu oficina tomó la videollamada</Trans>}
        action={
          <>
            {away}
            <Button look="soft" icon="video" onClick={() => setIsAsked(true)}>
              <Trans>Volver a entrar</Trans>
            </Button>
          </>
        }
      >
        <Trans>Sigue con el cliente. A ti ya no te ven ni te oyen.</Trans>
      </EmptyState>
      <ConfirmLoss
        open={isAsked}
        title={t`¿Quitarle la videollamada?`}
        loseLabel={t`Entrar en su lugar`}
        keepLabel={t`Dejar que siga`}
        onLose={onAgain}
        onKeep={() => setIsAsked(false)}
      >
        {t`Cuando entres, se cierra para quien está con el cliente ahora.`}
      </ConfirmLoss>
    </>
  )
}
