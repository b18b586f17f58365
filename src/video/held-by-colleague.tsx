import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'

export interface HeldByColleagueProps {
  /** Enters, which puts the colleague out. */
  onTakeOver: () => void
  /** Away from here. */
  away: ReactNode
}

/** Another clerk of the office sits in this call: whoever enters takes it from them, and is asked first. */
export function HeldByColleague({ onTakeOver, away }: HeldByColleagueProps) {
  const { t } = useLingui()
  const [isAsked, setIsAsked] = useState(true)
  return (
    <>
      <EmptyState
        icon="user"
        title={<Trans>Otra persona de tu oficina está en la videollamada</Trans>}
        action={
          <>
            {away}
            <Button look="soft" icon="video" onClick={() => setIsAsked(true)}>
              <Trans>Entrar en su lugar</Trans>
            </Button>
          </>
        }
      />
      <ConfirmLoss
        open={isAsked}
        title={t`Otra persona de tu oficina está en la videollamada`}
        loseLabel={t`Entrar en su lugar`}
        keepLabel={t`Dejar que siga`}
        onLose={onTakeOver}
        onKeep={() => setIsAsked(false)}
      >
        {t`Cuando entres, se cierra para quien está con el cliente ahora.`}
      </ConfirmLoss>
    </>
  )
}
