import { useLingui } from '@lingui/react/macro'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'

export interface LeaveQuestionProps {
  open: boolean
  onLeave: () => void
  onStay: () => void
}

/** Before one leaves a call. */
export function LeaveQuestion({ open, onLeave, onStay }: LeaveQuestionProps) {
  const { t } = useLingui()
  return (
    <ConfirmLoss
      open={open}
      title={t`¿Salir de la videollamada?`}
      loseLabel={t({ message: 'Salir', context: 'videollamada' })}
      keepLabel={t`Seguir en la llamada`}
      onLose={onLeave}
      onKeep={onStay}
    >
      {t`Mientras la atención siga abierta puedes volver a entrar.`}
    </ConfirmLoss>
  )
}
