import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskSession } from '#contract/rest/desk.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { roleTexts } from '../role-text.ts'
import { TypedSheet } from '../typed-layer.tsx'
import { useOfficeHere } from '../use-office-here.ts'
import { PasswordForm } from './password-form.tsx'

/**
 * Who is signed in, and what they may open beside the work: a supervisor the office's pages, each their
 * password.
 */
export function AccountSheet({
  clerk,
  open,
  onClose,
}: {
  clerk: DeskSession
  open: boolean
  onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const { office, go } = useOfficeHere(clerk)
  const [isChanging, setChanging] = useState(false)
  const close = () => {
    setChanging(false)
    onClose()
  }
  const show = (page: 'settings' | 'people' | 'acts') => {
    close()
    go({ office: office?.id ?? 0, page })
  }
  const leads = office !== undefined && office.role !== 'clerk'
  return (
    <TypedSheet open={open} onClose={close} title={clerk.name} closeLabel={t`Cerrar`}>
      {isChanging ? (
        <PasswordForm onDone={close} />
      ) : (
        <>
          {office && (
            <p>
              {office.name} · {i18n._(roleTexts[office.role])}
            </p>
          )}
          <List label={t`Tu cuenta`}>
            {leads && (
              <ListRow
                icon="settings"
                title={<Trans>Ajustes de la oficina</Trans>}
                further
                onClick={() => show('settings')}
              />
            )}
            {leads && (
              <ListRow icon="people" title={<Trans>Personas</Trans>} further onClick={() => show('people')} />
            )}
            {leads && (
              <ListRow
                icon="clock"
                title={<Trans>Quién hizo qué</Trans>}
                further
                onClick={() => show('acts')}
              />
            )}
            <ListRow
              icon="key"
              title={<Trans>Cambiar mi contraseña</Trans>}
              further
              onClick={() => setChanging(true)}
            />
          </List>
        </>
      )}
    </TypedSheet>
  )
}
