import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { KIOSK_CODE_LENGTH } from '#contract/limits.ts'
import type { KioskReservation, ShownOffice } from '#contract/rest/devices.ts'
import { spelledNumber } from '#src/domain/spelled-number.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { CodePad } from './code-pad.tsx'
import { KioskFrame, type Looks } from './kiosk-frame.tsx'
import { arrivingErrorText } from './kiosk-words.ts'
import styles from './kiosk.module.css'
import { useArriving } from './use-arriving.ts'

export interface ArriveScreenProps {
  office: ShownOffice
  looks: Looks
  /** Back to the kiosk's question. */
  onDone: () => void
}

/** Whoever booked says that they are here: by the code of their receipt, and then which of what it means. */
export function ArriveScreen({ office, looks, onDone }: ArriveScreenProps) {
  const { t, i18n } = useLingui()
  const [code, setCode] = useState('')
  const { found, arrived, error, isBusy, find, say, forget } = useArriving()
  const clock = ({ from }: KioskReservation) => timeText(new Date(from), looks.language, office.time_zone)

  function type(next: string) {
    if (isBusy) return
    if (found ?? error) forget()
    setCode(next)
    if (next.length === KIOSK_CODE_LENGTH) find(next)
  }

  function again() {
    forget()
    setCode('')
  }

  const failure = error ? (
    <Note tone="loss" role="alert">
      {i18n._(arrivingErrorText(error))}
    </Note>
  ) : (
    found?.length === 0 && (
      <Note tone="loss" role="alert">
        <Trans>No encontramos una reserva de hoy con ese código. Revísalo, o pregunta en el mesón.</Trans>
      </Note>
    )
  )

  if (arrived) {
    const at = clock(arrived)
    const ticket = `RV${code}`
    const spelled = spelledNumber(ticket)
    return (
      <KioskFrame
        key="arrived"
        office={office}
        title={<Trans>Anotamos que llegaste</Trans>}
        looks={looks}
        spoken={[t`Anotamos que llegaste`, t`Desde las ${at} te llamamos como ${spelled}`]}
      >
        <div className={styles.middle}>
          <p className={styles.ahead}>
            <Trans>
              Desde las {at} te llamamos como {ticket}
            </Trans>
          </p>
          <p>
            <Trans>Mira la pantalla de la sala: ahí te llamamos</Trans>
          </p>
        </div>
        <Button wide size="tall" onClick={onDone}>
          <Trans>Listo</Trans>
        </Button>
      </KioskFrame>
    )
  }
  if (found && found.length > 0) {
    return (
      <KioskFrame
        key="found"
        office={office}
        title={<Trans>¿Es esta tu hora?</Trans>}
        looks={looks}
        spoken={[
          t`¿Es esta tu hora?`,
          ...found.map(each => {
            const at = clock(each)
            const line = each.line_name
            return t`A las ${at}, ${line}`
          }),
        ]}
      >
        {failure}
        <ul className={styles.lines} aria-label={t`Reservas de hoy`}>
          {found.map(each => (
            <li key={each.id}>
              <button type="button" className={styles.line} aria-disabled={isBusy} onClick={() => say(each)}>
                <span className={styles.sign}>
                  {isBusy ? <Spinner /> : <Icon name="calendar" size="l" />}
                </span>
                <span className={styles.words}>
                  <strong className={styles.name}>
                    {clock(each)} · {each.line_name}
                  </strong>
                  <span className={styles.wait}>
                    {each.arrived_at === null ? <Trans>Sí, ya llegué</Trans> : <Trans>Ya está anotado</Trans>}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <p className="visually-hidden" role="status">
          {isBusy && <Trans>Anotando que llegaste</Trans>}
        </p>
        <Button look="quiet" wide size="tall" onClick={again}>
          <Trans>No es la mía</Trans>
        </Button>
      </KioskFrame>
    )
  }
  return (
    <KioskFrame
      key="code"
      office={office}
      title={<Trans>Escribe el código de tu reserva</Trans>}
      looks={looks}
      spoken={[t`Escribe el código de tu reserva`, t`Está en tu comprobante: RV y tres caracteres más`]}
    >
      <p className={styles.hint}>
        <Trans>Está en tu comprobante: RV y tres caracteres más</Trans>
      </p>
      {failure}
      <CodePad code={code} onCode={type} />
      <p className="visually-hidden" role="status">
        {isBusy && <Trans>Buscando tu reserva</Trans>}
      </p>
      <Button look="quiet" wide size="tall" icon="back" onClick={onDone}>
        <Trans>Volver</Trans>
      </Button>
    </KioskFrame>
  )
}
