import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskState } from '#contract/rest/desk.ts'
import { List } from '#src/ui/list/list.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { chooseLine, type LineChoice, servedLines } from '../served-lines.ts'
import { FreezeDialog } from './freeze-dialog.tsx'
import { LineRow } from './line-row.tsx'
import { WhyBefore } from './why-before.tsx'

export interface LineListProps {
  clerkId: number
  timeZone: string
  state: DeskState
  choice: LineChoice
  onChoose: (choice: LineChoice) => void
}

interface Asked {
  lineId: number
  /** What it shall be; kept, so that the question does not turn round while it is being answered. */
  frozen: boolean
  isOpen: boolean
}

/** The office's lines: who waits in each, and which of them this desk calls from. */
export function LineList({ clerkId, timeZone, state, choice, onChoose }: LineListProps) {
  const { lines, office_id } = state
  const [asked, setAsked] = useState<Asked | null>(null)
  const served = servedLines(lines, choice)
  const isAll = served.length === lines.length
  const askedLine = lines.find(line => line.line_id === asked?.lineId)
  if (lines.length === 0) {
    return (
      <EmptyState icon="people" title={<Trans>Esta oficina no tiene filas</Trans>}>
        <Trans>Pide a quien administra tu organización que agregue una.</Trans>
      </EmptyState>
    )
  }
  return (
    <Section
      title={<Trans>Tus filas</Trans>}
      aside={
        <>
          {lines.length > 1 && (
            <Button look="plain" size="tight" onClick={() => onChoose(isAll ? [] : null)}>
              {isAll ? <Trans>Quitar todas</Trans> : <Trans>Marcar todas</Trans>}
            </Button>
          )}
          <WhyBefore officeId={office_id} timeZone={timeZone} />
        </>
      }
    >
      <List>
        {lines.map(line => (
          <LineRow
            key={line.line_id}
            line={line}
            served={served.includes(line)}
            onServe={isServed => onChoose(chooseLine(lines, choice, line.line_id, isServed))}
            onFreeze={() => setAsked({ lineId: line.line_id, frozen: !line.frozen, isOpen: true })}
          />
        ))}
      </List>
      {asked && askedLine && (
        <FreezeDialog
          clerkId={clerkId}
          officeId={office_id}
          lineId={asked.lineId}
          name={askedLine.name}
          freezes={asked.frozen}
          open={asked.isOpen}
          onClose={() => setAsked({ ...asked, isOpen: false })}
        />
      )}
    </Section>
  )
}
