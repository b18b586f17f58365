import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { DESK_ROLES, type DeskRole } from '#contract/rest/desk-acts.ts'
import type { Staff, StaffLink, StaffChanged } from '#contract/rest/staff.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { ActionFault } from '../action-fault.tsx'
import { useDeskTools } from '../desk-tools.ts'
import { roleHints, roleTexts } from '../role-text.ts'
import { resumeSession } from '../resume-session.ts'
import { LinkCard } from './link-card.tsx'
import styles from './people.module.css'
import { type AtOffice, useStaffChange } from './use-staff-change.ts'

interface PersonSheetProps extends AtOffice {
  person: Staff['people'][number]
  onClose: () => void
}

/** What somebody may do, a new password for them, and their leave. */
export function PersonSheet({ clerk, office, person, onClose }: PersonSheetProps) {
  const { t, i18n } = useLingui()
  const { api, session } = useDeskTools()
  const at = { clerk, office }
  const { clerk_id, name } = person
  const [role, setRole] = useState(person.role)
  const [isLeaving, setLeaving] = useState(false)
  const change = useStaffChange<StaffChanged, DeskRole>(
    at,
    wish => api.changeRole(office.id, clerk_id, wish),
    ({ staff }) => staff,
  )
  const renew = useStaffChange<StaffLink>(
    at,
    () => api.invite(office.id, { clerk_id }),
    () => null,
  )
  const retire = useStaffChange<StaffChanged>(
    at,
    () => api.retire(office.id, clerk_id),
    ({ staff }) => staff,
  )
  /** Whoever took their own role away sees what is theirs still. */
  const goOn = ({ staff }: Pick<StaffChanged, 'staff'>) => {
    if (staff === null) void resumeSession(api, session)
    else onClose()
  }
  const error = change.error ?? renew.error ?? retire.error
  const isSelf = clerk_id === clerk.clerk_id
  const roles = DESK_ROLES.filter(one => one !== 'administrator' || office.role === 'administrator')
  const standing = retire.data?.standing
  const stood = shortModulo(standing?.modulo ?? '')
  return (
    <>
      <Sheet open onClose={onClose} title={name} closeLabel={t`Cerrar`}>
        {retire.data ? (
          <>
            <Note tone="ok" role="status">
              <Trans>{name} ya no trabaja aquí, y su sesión se cerró.</Trans>
            </Note>
            {standing && (
              <Note tone="almost" role="status">
                <Trans>
                  {standing.ticket} sigue en el módulo {stood}. Quien lo abra lo encuentra ahí.
                </Trans>
              </Note>
            )}
          </>
        ) : renew.data ? (
          <LinkCard link={renew.data} />
        ) : (
          <div className={styles.parts}>
            <p>
              <Trans>Entra como {person.user}</Trans>
            </p>
            <ActionFault error={error} isPending={change.isPending || renew.isPending || retire.isPending} />
            <RadioGroup
              legend={<Trans>¿Qué hace en {office.name}?</Trans>}
              options={roles.map(one => ({
                value: one,
                label: i18n._(roleTexts[one]),
                hint: i18n._(roleHints[one]),
              }))}
              value={role}
              onChange={setRole}
            />
            {role !== person.role && (
              <Button wide busy={change.isPending} onClick={() => change.mutate(role, { onSuccess: goOn })}>
                <Trans>Guardar</Trans>
              </Button>
            )}
            {!isSelf && (
              <Button icon="key" look="soft" wide busy={renew.isPending} onClick={() => renew.mutate()}>
                <Trans>Olvidó su contraseña: hacer un enlace</Trans>
              </Button>
            )}
            <Button look="danger" wide onClick={() => setLeaving(true)}>
              {isSelf ? <Trans>Dejar esta oficina</Trans> : <Trans>Ya no trabaja aquí</Trans>}
            </Button>
          </div>
        )}
      </Sheet>
      <ConfirmLoss
        open={isLeaving}
        title={<Trans>¿{name} ya no trabaja aquí?</Trans>}
        keepLabel={<Trans>Sigue aquí</Trans>}
        loseLabel={<Trans>Retirar a {name}</Trans>}
        busy={retire.isPending}
        onKeep={() => setLeaving(false)}
        onLose={() =>
          retire.mutate(undefined, {
            onSuccess: ({ staff }) => staff === null && goOn({ staff }),
            onSettled: () => setLeaving(false),
          })
        }
      >
        <Trans>
          Su sesión se cierra en este momento y su módulo queda libre. Si atiende a alguien, esa persona sigue
          en el módulo hasta que otro lo abra. Lo que hizo queda en el registro.
        </Trans>
      </ConfirmLoss>
    </>
  )
}
