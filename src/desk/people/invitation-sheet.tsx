import { Trans } from '@lingui/react/macro'
import type { Staff } from '#contract/rest/staff.ts'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { useDeskTools } from '../desk-tools.ts'
import { type AtOffice, useStaffChange } from './use-staff-change.ts'
import { ActionFault } from '../action-fault.tsx'

interface InvitationSheetProps extends AtOffice {
  link: Staff['invitations'][number]
  onClose: () => void
}

/** A link that is good still: taken back where it went astray. */
export function InvitationSheet({ clerk, office, link, onClose }: InvitationSheetProps) {
  const { api } = useDeskTools()
  const revoke = useStaffChange<Staff>(
    { clerk, office },
    () => api.revokeInvitation(office.id, link.id),
    staff => staff,
  )
  return (
    <ConfirmLoss
      open
      title={<Trans>¿Retirar este enlace?</Trans>}
      keepLabel={<Trans>Dejarlo</Trans>}
      loseLabel={<Trans>Retirar el enlace</Trans>}
      busy={revoke.isPending}
      onKeep={onClose}
      onLose={() => revoke.mutate(undefined, { onSuccess: onClose })}
    >
      <Trans>Quien lo tenga ya no podrá entrar con él. Puedes hacer otro cuando quieras.</Trans>
      <ActionFault error={revoke.error} isPending={revoke.isPending} />
    </ConfirmLoss>
  )
}
