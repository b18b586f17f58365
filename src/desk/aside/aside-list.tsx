import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskAside } from '#contract/rest/desk.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { questionErrorText } from '../desk-error-texts.ts'
import type { DeskActing } from '../use-desk-action.ts'
import styles from './aside-list.module.css'
import { MissedRowActions, ParkedRowActions } from './aside-row-actions.tsx'
import { useAside } from './use-aside.ts'

export interface AsideListProps {
  clerkId: number
  officeId: number
  timeZone: string
  acting: DeskActing
}

/** Whom nobody calls by turn: those who stand aside, and those who missed their call today. */
export function AsideList({ clerkId, officeId, timeZone, acting }: AsideListProps) {
  const { i18n } = useLingui()
  const { data, error, dataUpdatedAt } = useAside(clerkId, officeId)
  const parked = data?.parked.length ?? 0
  const missed = data?.missed.length ?? 0
  if (error && !data) return <Note tone="loss">{i18n._(questionErrorText(error))}</Note>
  return (
    <div className={styles.aside}>
      {data && parked > 0 && (
        <Section title={<Trans>En espera ({parked})</Trans>}>
          <List>
            {data.parked.map(ticket => (
              <ListRow
                key={ticket.tuid}
                icon={ticket.is_paper ? 'ticket' : undefined}
                title={ticket.ticket}
                detail={<Since ticket={ticket} timeZone={timeZone} />}
              >
                <ParkedRowActions ticket={ticket} acting={acting} />
              </ListRow>
            ))}
          </List>
        </Section>
      )}
      {data && missed > 0 && (
        <Section title={<Trans>Perdidos ({missed})</Trans>}>
          <List>
            {data.missed.map(ticket => (
              <ListRow
                key={ticket.tuid}
                icon={ticket.is_paper ? 'ticket' : undefined}
                title={ticket.ticket}
                detail={<WhereTo ticket={ticket} timeZone={timeZone} seenAt={dataUpdatedAt} />}
              >
                <MissedRowActions ticket={ticket} acting={acting} />
              </ListRow>
            ))}
          </List>
        </Section>
      )}
    </div>
  )
}

/** The line, and since when one has come and stood aside. */
function Since({ ticket, timeZone }: { ticket: DeskAside['parked'][number]; timeZone: string }) {
  const language = useLanguage()
  const clock = (at: string) => timeText(new Date(at), language, timeZone)
  const { line_name } = ticket
  const came = clock(ticket.inserted_at)
  const since = clock(ticket.since)
  return (
    <Trans>
      {line_name} · llegó a las {came} · en espera desde las {since}
    </Trans>
  )
}

/** The line, since when one has come, and where one stands if brought back now. */
function WhereTo({
  ticket,
  timeZone,
  seenAt,
}: {
  ticket: DeskAside['missed'][number]
  timeZone: string
  seenAt: number
}) {
  const language = useLanguage()
  const clock = (at: string) => timeText(new Date(at), language, timeZone)
  const { line_name, front_until } = ticket
  const came = clock(ticket.inserted_at)
  const until = front_until !== null && seenAt <= Date.parse(front_until) ? clock(front_until) : null
  return until === null ? (
    <Trans>
      {line_name} · llegó a las {came} · vuelve al final
    </Trans>
  ) : (
    <Trans>
      {line_name} · llegó a las {came} · al principio hasta las {until}
    </Trans>
  )
}
