import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import {
  contactOf,
  documentOf,
  emptyPerson,
  type PersonDraft,
  type PersonField,
  personFaults,
} from '#src/domain/person-draft.ts'
import styles from '#src/screens/introduction/identify-form.module.css'
import { PersonFields, personFieldId } from '#src/screens/introduction/person-fields.tsx'
import { personTexts } from '#src/screens/introduction/person-texts.ts'
import { useRefusedFields } from '#src/screens/introduction/use-refused-fields.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import type { SessionUser } from '#src/stores/session-store.ts'
import { accountRefusalText } from '#src/texts/account-texts.ts'
import { ErrorSummary } from '#src/ui/form/error-summary.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'

/** The server keeps the document and does not tell it: it stays, unless another one is typed. */
const draftOf = ({ name, email, phone, identity_type }: SessionUser): PersonDraft => ({
  ...emptyPerson,
  name: name ?? '',
  email: email ?? '',
  phone: phone ?? '',
  identityType: identity_type ?? 'rut',
  acceptsPolicy: true,
})

export function CorrectForm({ user }: { user: SessionUser }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [, navigate] = useLocation()
  const isAccount = !user.temporal
  const corrected = useErrand('correctPerson')
  const updated = useErrand('updateUser')
  const { busy, errand, outcome, failure, forget } = isAccount ? updated : corrected
  const [person, setPerson] = useState(() => draftOf(user))
  // Whoever was forgotten after a long time says everything anew. An account needs no document.
  const [isChangingDocument, setChangingDocument] = useState(!isAccount && user.identity_type === null)
  const [attempt, setAttempt] = useState(0)
  // One that was kept while this screen was left is no reason to leave it now.
  const [before] = useState(errand)
  const isDone = outcome?.status === 'done' && errand !== before
  useEffect(() => {
    if (isDone) navigate('/profile', { replace: true })
  }, [isDone, navigate])

  const isLeftEmpty = (field: PersonField) =>
    (field === 'identity' && !isChangingDocument) ||
    (field === 'phone' && isAccount && user.phone === null && person.phone.trim() === '')
  const faultsNow = personFaults(person).filter(field => !isLeftEmpty(field))
  const refused = useRefusedFields(failure, person)
  const faults = new Set([...(attempt > 0 ? faultsNow : []), ...refused.standing])
  const textOf = (field: PersonField) => i18n._(personTexts[field])

  function save(event: FormEvent) {
    event.preventDefault()
    setAttempt(count => count + 1)
    if (faultsNow.length > 0 || busy) return
    const { phone, ...own } = contactOf(person)
    const document = isChangingDocument ? documentOf(person) : {}
    if (isAccount) void updated.run({ ...own, ...(phone !== '' && { phone }), ...document })
    else void corrected.run({ ...own, phone, ...document })
  }

  return (
    <form noValidate onSubmit={save} className={styles.form}>
      <ErrorSummary
        title={t`Revisa estos datos`}
        attempt={attempt}
        refusal={refused.isNamed && failure}
        faults={[...faults].map(field => ({ fieldId: personFieldId(field), message: textOf(field) }))}
      />
      <PersonFields
        person={person}
        onChange={setPerson}
        errorOf={field => (faults.has(field) ? textOf(field) : undefined)}
        document={
          isChangingDocument ? undefined : (
            <List label={t`Documento`}>
              <ListRow
                icon="user"
                title={
                  user.identity_type === null ? t`Documento` : user.identity_type === 'dni' ? t`DNI` : t`RUT`
                }
                detail={
                  user.identity_type === null ? (
                    <Trans>Con él la oficina te reconoce</Trans>
                  ) : (
                    <Trans>Está guardado, y no se muestra</Trans>
                  )
                }
              >
                <Button look="plain" size="tight" onClick={() => setChangingDocument(true)}>
                  {user.identity_type === null ? (
                    <Trans>Agregar mi documento</Trans>
                  ) : (
                    <Trans>Corregir el documento</Trans>
                  )}
                </Button>
              </ListRow>
            </List>
          )
        }
      />
      {isChangingDocument && user.identity_type !== null && (
        <p>
          <Trans>
            Puedes corregir tu documento dos veces, y nunca mientras tienes un número o una hora con él.
          </Trans>{' '}
          <Button
            look="plain"
            size="tight"
            onClick={() => {
              setChangingDocument(false)
              setPerson({ ...person, identity: '' })
              forget()
            }}
          >
            <Trans>Dejarlo como está</Trans>
          </Button>
        </p>
      )}
      {/* Beside the press that it answers: at the top of a long form nobody would see it. */}
      {failure && !refused.isNamed && (
        <Note tone="loss" role="alert">
          {accountRefusalText(failure, i18n)}
        </Note>
      )}
      <Button type="submit" wide size="tall" busy={busy}>
        <Trans>Guardar</Trans>
      </Button>
    </form>
  )
}
