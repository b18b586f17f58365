import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { DESK_ROLES, type DeskRole } from '#contract/rest/desk-acts.ts'
import type { StaffLink } from '#contract/rest/staff.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ActionFault } from '../action-fault.tsx'
import { useDeskTools } from '../desk-tools.ts'
import { roleHints, roleTexts } from '../role-text.ts'
import { LinkCard } from './link-card.tsx'
import { type AtOffice, useStaffChange } from './use-staff-change.ts'

/** One question, and then the link. */
export function InviteSheet({
  clerk,
  office,
  open,
  onClose,
}: AtOffice & { open: boolean; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { api } = useDeskTools()
  const [role, setRole] = useState<DeskRole>('clerk')
  const invite = useStaffChange<StaffLink>(
    { clerk, office },
    () => api.invite(office.id, { role }),
    () => null,
  )
  const close = () => {
    invite.reset()
    setRole('clerk')
    onClose()
  }
  const roles = DESK_ROLES.filter(one => one !== 'administrator' || office.role === 'administrator')
  return (
    <Sheet
      open={open}
      onClose={close}
      title={invite.data ? <Trans>Entrega este enlace</Trans> : <Trans>Invitar a alguien</Trans>}
      closeLabel={t`Cerrar`}
      foot={
        !invite.data && (
          <Button wide size="tall" busy={invite.isPending} onClick={() => invite.mutate()}>
            <Trans>Hacer el enlace</Trans>
          </Button>
        )
      }
    >
      {invite.data ? (
        <LinkCard link={invite.data} />
      ) : (
        <>
          <RadioGroup
            legend={<Trans>¿Qué hará en {office.name}?</Trans>}
            options={roles.map(one => ({
              value: one,
              label: i18n._(roleTexts[one]),
              hint: i18n._(roleHints[one]),
            }))}
            value={role}
            onChange={setRole}
          />
          <ActionFault error={invite.error} isPending={invite.isPending} />
        </>
      )}
    </Sheet>
  )
}
