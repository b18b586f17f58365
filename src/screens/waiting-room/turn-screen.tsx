import { Trans, useLingui } from '@lingui/react/macro'
import type { Ref } from 'react'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { useOfficeTime } from '#src/texts/use-office-time.ts'
import { TurnStage } from '#src/ui/card/turn-stage.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { useOnePress } from '#src/ui/press/use-one-press.ts'
import { StateWord } from '#src/ui/state/state-word.tsx'
import styles from './turn-screen.module.css'

export interface TurnScreenProps {
  ticket: {
    ticket: string
    office_name: string
    line_name: string
    modulo: string | null
    called_at: string | null
    on_my_way: boolean
  }
  timeZone: string
  busy: boolean
  /** "Voy" was pressed, and the office has not heard it. */
  isUnheard: boolean
  /** Absent where the office has no place to go to, or directions are hidden. */
  directions: string | null
  /** Where the call is entered, for a time by video; null where one goes there. */
  meet: string | null
  onMyWay: () => void
  onLeave: () => void
  headingRef: Ref<HTMLHeadingElement>
}

/** Called: the whole screen says it, until the person says "Voy" or it is attended. */
export function TurnScreen({
  ticket,
  timeZone,
  busy,
  isUnheard,
  directions,
  meet,
  onMyWay,
  onLeave,
  headingRef,
}: TurnScreenProps) {
  const { t } = useLingui()
  const officeTime = useOfficeTime(timeZone)
  const isKnown = ticket.on_my_way
  const way = directions && (
    <Button
      look={isKnown ? 'turn' : 'turnQuiet'}
      size="tall"
      wide
      icon="nav"
      href={directions}
      target="_blank"
    >
      <Trans>Cómo llegar</Trans>
    </Button>
  )
  return (
    <TurnStage
      headingRef={headingRef}
      office={ticket.office_name}
      line={ticket.line_name}
      time={ticket.called_at && officeTime(new Date(ticket.called_at))}
      title={<Trans>Es tu turno</Trans>}
      number={ticket.ticket}
      moduleLabel={meet ? <Trans>Te atienden por videollamada</Trans> : <Trans>Pasa al módulo</Trans>}
      module={meet ? null : ticket.modulo === null ? t`Sin información` : shortModulo(ticket.modulo)}
      actions={
        <>
          {isKnown && (
            <p className={styles.told} role="status">
              <StateWord icon="check">
                <Trans>Ya saben que vas</Trans>
              </StateWord>
            </p>
          )}
          {isUnheard && !isKnown && (
            <p className={styles.told} role="alert">
              <StateWord icon="offline">
                <Trans>No alcanzamos a avisar que vas. Igual es tu turno.</Trans>
              </StateWord>
            </p>
          )}
          {meet && (
            <Button look="turn" size="tall" wide icon="video" href={meet}>
              <Trans>Entrar a la videollamada</Trans>
            </Button>
          )}
          {/* What is left to do stands first. The other button is one for both, and keeps the focus of
              who pressed it. */}
          {isKnown && way}
          <Button
            look={meet || isKnown ? 'turnQuiet' : 'turn'}
            size="tall"
            wide
            icon={isKnown ? undefined : 'check'}
            busy={busy}
            // The second of two presses is no «Volver».
            ref={useOnePress<HTMLButtonElement>()}
            onClick={isKnown ? onLeave : onMyWay}
          >
            {isKnown ? <Trans>Volver</Trans> : <Trans>Voy</Trans>}
          </Button>
          {!isKnown && way}
        </>
      }
    />
  )
}
