import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { useState } from 'react'
import { PASSWORD_MAX } from '#contract/limits.ts'
import { useHeld } from '#src/queries/use-held.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { TextField } from '#src/ui/form/text-field.tsx'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'

/** Whoever has a password says it once more: the server asks for it. */
const ASKS_PASSWORD = new Set(['password-required', 'wrong-credentials'])

/** Asks before anything is lost; then the person is a guest, and this screen says that nobody is here. */
export function EraseForm({ isTemporary }: { isTemporary: boolean }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { run, busy, failure } = useErrand('eraseMe')
  const { tickets, reservations } = useHeld()
  const [isAsking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const [asksPassword, setAsksPassword] = useState(false)
  const held = tickets.length + reservations.length
  const said = failure && i18n._(errorText(failure.code))
  const isOfPassword = failure !== null && ASKS_PASSWORD.has(failure.code)

  async function erase() {
    const outcome = await run(...(password === '' ? [] : [password]))
    setAsking(false)
    if (outcome.status === 'failed' && ASKS_PASSWORD.has(outcome.code)) setAsksPassword(true)
  }

  return (
    <>
      <Section title={t`Lo que se borra`}>
        <List label={t`Lo que se borra`}>
          <ListRow
            icon="user"
            title={<Trans>Quién eres</Trans>}
            detail={<Trans>Nombre, documento, teléfono, correo y lo que respondiste en formularios</Trans>}
          />
          <ListRow
            icon="ticket"
            title={<Trans>Lo que tienes tomado</Trans>}
            detail={<Trans>Tu lugar en la fila y tu hora quedan libres para otra persona</Trans>}
          />
          <ListRow
            icon="bell"
            title={<Trans>Cómo te avisamos</Trans>}
            detail={<Trans>Avisos, preferencias, favoritos y las políticas que aceptaste</Trans>}
          />
          <ListRow
            icon="logout"
            title={<Trans>Tus sesiones, en todos tus aparatos</Trans>}
            detail={
              isTemporary ? (
                <Trans>Y los números y recibos guardados en este navegador</Trans>
              ) : (
                <Trans>Con tu cuenta y su contraseña, y lo guardado en este navegador</Trans>
              )
            }
          />
        </List>
      </Section>
      <Section title={t`Lo que queda`}>
        <List label={t`Lo que queda`}>
          <ListRow
            icon="chart"
            title={<Trans>Cifras sin persona</Trans>}
            detail={
              <Trans>
                La oficina conserva cuántas personas vinieron y cuánto esperaron. De ellas no se sabe quién
                eras.
              </Trans>
            }
          />
        </List>
      </Section>
      {held > 0 && (
        <Note tone="loss">
          <Plural
            value={held}
            one="Ahora tienes un turno o una hora: también se pierde."
            other="Ahora tienes # turnos u horas: también se pierden."
          />
        </Note>
      )}
      {asksPassword && (
        <TextField
          type="password"
          label={t`Tu contraseña`}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          value={password}
          error={isOfPassword ? (said ?? undefined) : undefined}
          onChange={event => setPassword(event.target.value)}
        />
      )}
      {said && !(asksPassword && isOfPassword) && (
        <Note tone="loss" role="alert">
          {said}
        </Note>
      )}
      <Button look="loss" wide size="tall" busy={busy} onClick={() => setAsking(true)}>
        <Trans>Borrar mis datos</Trans>
      </Button>
      <ConfirmLoss
        open={isAsking}
        title={<Trans>¿Borrar todo lo tuyo?</Trans>}
        loseLabel={<Trans>Sí, borrar</Trans>}
        keepLabel={<Trans>No borrar</Trans>}
        busy={busy}
        onKeep={() => setAsking(false)}
        onLose={() => void erase()}
      >
        {held > 0 ? (
          <Trans>Pierdes el número o la hora que tienes. No se puede deshacer.</Trans>
        ) : (
          <Trans>No se puede deshacer.</Trans>
        )}
      </ConfirmLoss>
    </>
  )
}
