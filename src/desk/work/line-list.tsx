import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskState } from '#contract/rest/desk.ts'
import { List } from '#src/ui/list/list.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { CloseDialog } from '../day/close-dialog.tsx'
import { MessageSheet } from '../day/message-sheet.tsx'
import { useDeskTools } from '../desk-tools.ts'
import { chooseLine, servedLines } from '../served-lines.ts'
import type { DeskActing } from '../use-desk-action.ts'
import { FreezeDialog } from './freeze-dialog.tsx'
import styles from './line-list.module.css'
import { LineRow } from './line-row.tsx'
import { opensToday } from './opens-today.ts'
import type { Serving } from './use-line-choice.ts'
import { WhyBefore } from './why-before.tsx'

export interface LineListProps {
  clerkId: number
  timeZone: string
  state: DeskState
  serving: Serving
  acting: DeskActing
}

type Line = DeskState['lines'][number]
/** What was asked for; kept, so that the question does not turn round while it is being answered. */
type Asked =
  | { what: 'message'; line: Line }
  | { what: 'freeze'; line: Line | null; freezes: boolean }
  | { what: 'close'; line: Line | null }

/** The office's lines: who waits in each, and which of them this desk calls from. */
export function LineList({ clerkId, timeZone, state, serving, acting }: LineListProps) {
  const { lines, office_id } = state
  const [asked, setAsked] = useState<(Asked & { isOpen: boolean; nth: number }) | null>(null)
  const { clock } = useDeskTools()
  const { choice, by, choose } = serving
  const isPrescribed = by === 'office'
  const served = servedLines(lines, choice)
  const isAll = served.length === lines.length
  if (lines.length === 0) {
    return (
      <EmptyState icon="people" title={<Trans>Esta oficina no tiene filas</Trans>}>
        <Trans>Pide a quien administra tu organización que agregue una.</Trans>
      </EmptyState>
    )
  }
  const ask = (next: Asked) => setAsked({ ...next, isOpen: true, nth: (asked?.nth ?? 0) + 1 })
  const everybody = lines.reduce(
    (sum, { waiting, on_paper }) => ({ waiting: sum.waiting + waiting, on_paper: sum.on_paper + on_paper }),
    { waiting: 0, on_paper: 0 },
  )
  const opensOf = (line: Line) => opensToday(line.stopped, new Date(clock.now()), timeZone)
  const isStopped = (line: Line) => line.frozen && opensOf(line) === null
  const isAllStopped = lines.every(isStopped)
  const isAllClosed = lines.every(line => isStopped(line) && line.stopped?.why === 'closed')
  const common = {
    clerkId,
    officeId: office_id,
    open: asked?.isOpen === true,
    onClose: () => asked && setAsked({ ...asked, isOpen: false }),
  }
  return (
    <>
      <Section
        title={<Trans>Tus filas</Trans>}
        aside={
          <>
            {lines.length > 1 && !isPrescribed && (
              <Button look="plain" size="tight" onClick={() => choose(isAll ? [] : null)}>
                {isAll ? <Trans>Quitar todas</Trans> : <Trans>Marcar todas</Trans>}
              </Button>
            )}
            <WhyBefore officeId={office_id} timeZone={timeZone} />
          </>
        }
      >
        {isPrescribed && (
          <p className={styles.prescribed}>
            <Trans>Las filas de este módulo las fija quien supervisa la oficina.</Trans>
          </p>
        )}
        <List>
          {lines.map(line => (
            <LineRow
              key={line.line_id}
              line={line}
              timeZone={timeZone}
              opens={opensOf(line)}
              served={served.includes(line)}
              onServe={
                isPrescribed ? null : isServed => choose(chooseLine(lines, choice, line.line_id, isServed))
              }
              onFreeze={() => ask({ what: 'freeze', line, freezes: !isStopped(line) })}
              onClose={() => ask({ what: 'close', line })}
              onReopen={() => acting.act({ do: 'reopen-lines', lineId: line.line_id })}
              onMessage={() => ask({ what: 'message', line })}
            />
          ))}
        </List>
      </Section>
      <ButtonRow>
        {!isAllClosed && (
          <Button
            look="plain"
            size="tight"
            icon="snow"
            onClick={() => ask({ what: 'freeze', line: null, freezes: !isAllStopped })}
          >
            {isAllStopped ? <Trans>Descongelar todas</Trans> : <Trans>Congelar todas</Trans>}
          </Button>
        )}
        {isAllClosed ? (
          <Button
            look="plain"
            size="tight"
            icon="refresh"
            busy={acting.pending === 'reopen-lines'}
            onClick={() => acting.act({ do: 'reopen-lines', lineId: null })}
          >
            <Trans>Abrir las filas otra vez</Trans>
          </Button>
        ) : (
          <Button look="plain" size="tight" icon="lock" onClick={() => ask({ what: 'close', line: null })}>
            <Trans>Cerrar el día</Trans>
          </Button>
        )}
      </ButtonRow>
      {asked?.what === 'message' && (
        <MessageSheet {...common} to={{ ...asked.line, lineId: asked.line.line_id }} />
      )}
      {/* Each begins anew: what was chosen for one line, such as sending people home, is not the next's. */}
      {asked?.what === 'freeze' && (
        <FreezeDialog key={asked.nth} {...common} line={asked.line} freezes={asked.freezes} />
      )}
      {asked?.what === 'close' && (
        <CloseDialog key={asked.nth} {...common} line={asked.line} who={asked.line ?? everybody} />
      )}
    </>
  )
}
