import { Plural, Trans } from '@lingui/react/macro'
import { type RefObject, useState } from 'react'
import type { DeskState, DeskTicket } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { useOnePress } from '#src/ui/press/use-one-press.ts'
import { AsideButtons } from '../aside/aside-buttons.tsx'
import type { DeskActing } from '../use-desk-action.ts'
import { type Standing, wordAbout } from '../word-of-arrival.ts'
import { ArrivalQuestion } from './arrival-question.tsx'
import styles from './call-actions.module.css'
import { NextKey } from './next-key.tsx'
import { TakeBackButton } from './take-back-button.tsx'
import { useNextKey } from './use-next-key.ts'

export interface CallActionsProps {
  clerkId: number
  timeZone: string
  state: DeskState
  callRef: RefObject<HTMLButtonElement | null>
  current: DeskTicket | null
  standing: Standing | null
  /** When the desk was seen, milliseconds since the epoch. */
  seenAt: number
  waiting: number
  /** Reservations whose time has come, that are called by turn. */
  due: number
  canCall: boolean
  acting: DeskActing
}

/** What can be done with whoever stands here, and who comes next. */
export function CallActions(props: CallActionsProps) {
  const { clerkId, timeZone, state, callRef, current, standing, seenAt, waiting, due, canCall, acting } =
    props
  const { act, pending } = acting
  /** Of whom the press that calls the next has asked: another one is another question. */
  const [askedOf, setAskedOf] = useState<string | null>(null)
  const word = wordAbout(standing)
  const isAsked = word === 'unsaid' && standing?.tuid === askedOf
  // The server allows it for who was just marked absent, and came after all.
  const again = current?.state === 'attended' ? null : current

  const call = () => {
    if (!canCall) return
    if (word === 'unsaid') setAskedOf(standing?.tuid ?? null)
    else act({ do: 'call', here: word })
  }
  const say = (arrived: boolean) => {
    if (standing) act({ do: 'call', here: { tuid: standing.tuid, arrived } })
  }
  useNextKey(() => {
    if (pending !== null) return
    if (isAsked) say(true)
    else if (word === 'unsaid' && standing) act({ do: 'arrived', tuid: standing.tuid })
    else call()
  })
  return (
    <div
      ref={useOnePress<HTMLDivElement>()}
      className={styles.dock}
      data-vacant={standing === null || undefined}
    >
      <div className={styles.question}>
        {word === 'unsaid' && standing ? (
          <ArrivalQuestion
            key={isAsked ? 'asked' : 'open'}
            standing={standing}
            acting={acting}
            andCall={
              isAsked
                ? {
                    onSay: say,
                    onBack() {
                      setAskedOf(null)
                      callRef.current?.focus()
                    },
                  }
                : null
            }
          />
        ) : (
          standing && (
            <ButtonRow>
              <Button
                look="soft"
                icon="check"
                busy={pending === 'attended'}
                onClick={() => act({ do: 'attended', tuid: standing.tuid })}
              >
                <Trans>Atendido</Trans>
              </Button>
            </ButtonRow>
          )
        )}
      </div>
      <div className={styles.acts}>
        <ButtonRow>
          <Button
            look="soft"
            icon="refresh"
            disabled={!again}
            busy={pending === 'call-again'}
            onClick={() => {
              if (again) act({ do: 'call-again', tuid: again.tuid })
            }}
          >
            <Trans>Llamar otra vez</Trans>
          </Button>
          <TakeBackButton
            leftMs={current?.take_back_ms ?? null}
            seenAt={seenAt}
            busy={pending === 'take-back'}
            onPress={() => {
              if (standing) act({ do: 'take-back', tuid: standing.tuid })
            }}
          />
          <AsideButtons
            clerkId={clerkId}
            timeZone={timeZone}
            state={state}
            current={current}
            acting={acting}
          />
        </ButtonRow>
      </div>
      <div className={styles.press}>
        {/* Never disabled by an empty line: seen is what was, and somebody may have come since. */}
        <Button
          ref={callRef}
          size="tall"
          wide
          icon="bell"
          // From which lines it would call is known once it is answered.
          disabled={!canCall || pending === 'serve'}
          aria-keyshortcuts={word === 'unsaid' ? undefined : 'Control+Enter'}
          busy={pending === 'call'}
          onClick={call}
        >
          {standing ? <Trans>Atendido, y llamar al siguiente</Trans> : <Trans>Llamar al siguiente</Trans>}{' '}
          {word !== 'unsaid' && <NextKey />}
        </Button>
      </div>
      <p className={styles.hint}>
        <NextHint next={state.next} waiting={waiting} due={due} canCall={canCall} />
      </p>
    </div>
  )
}

interface NextHintProps extends Pick<CallActionsProps, 'waiting' | 'due' | 'canCall'> {
  next: DeskState['next']
}

function NextHint({ next, waiting, due, canCall }: NextHintProps) {
  if (!canCall) return <Trans>Marca al menos una fila para llamar.</Trans>
  if (next === null && waiting === 0 && due === 0) return <Trans>Nadie espera en tus filas.</Trans>
  return (
    <>
      {next && (
        <span className={styles.next}>
          <Trans>
            Sigue: <b className="numerals">{next.ticket}</b>
          </Trans>
        </span>
      )}{' '}
      {waiting > 0 && <Plural value={waiting} one="Espera # persona." other="Esperan # personas." />}{' '}
      {due > 0 && (
        <Plural value={due} one="Llegó la hora de # reserva." other="Llegó la hora de # reservas." />
      )}
    </>
  )
}
