import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { categoryColour } from '#contract/categories.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import AccountForms from '#src/screens/introduction/account-forms.tsx'
import { SessionEndedNote } from '#src/screens/introduction/session-ended-note.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { noticesStore } from '#src/stores/notices-store.ts'
import { isUnknown, useSession } from '#src/stores/session-store.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { TicketBody, TicketCard } from '#src/ui/card/ticket-card.tsx'
import { TicketNumber } from '#src/ui/card/ticket-number.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { PollForm } from './poll-form.tsx'
import { type Attention, type Rated, useAttentionRated } from './use-attention-rated.ts'

/** How an attention was: one question, its stars, one press. Its receipt opens it with no network, too. */
function PollScreen({ tuid }: { tuid: string }) {
  const back = useBack('/tickets')
  const heading = useHeadingFocus()
  const user = useSession(session => session.user)
  const unknown = useSession(isUnknown)
  const hadAccount = useSession(({ ended }) => ended === 'registered')
  // Who looks at the question need not be asked it once more.
  useEffect(() => () => dismissQuestion(tuid), [tuid])
  return (
    <>
      <ScreenHeader title={<Trans>¿Cómo te atendieron?</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <OfflineNote since={null} />
        {user ? (
          <Question key={`${user.user_id} ${tuid}`} tuid={tuid} userId={user.user_id} />
        ) : unknown ? (
          <Skeleton height="24rem" />
        ) : hadAccount ? (
          <>
            <SessionEndedNote />
            <AccountForms way="sign-in" />
          </>
        ) : (
          <EmptyState
            icon="user"
            title={<Trans>Solo quien fue atendido puede evaluar</Trans>}
            action={
              <Button href={`/identify?next=/tickets/${tuid}/poll`}>
                <Trans>Identifícate</Trans>
              </Button>
            }
          />
        )}
      </ScreenBody>
    </>
  )
}

function dismissQuestion(tuid: string): void {
  const { notices, dismiss } = noticesStore.getState()
  for (const notice of notices) if (notice.kind === 'poll' && notice.tuid === tuid) dismiss(notice.id)
}

function Question({ tuid, userId }: { tuid: string; userId: string }) {
  const { i18n } = useLingui()
  const [, navigate] = useLocation()
  const token = useSession(session => session.token)
  const rated = useAttentionRated(tuid, userId, token)
  const { run, busy, outcome, failure } = useErrand('answerPoll', tuid)
  const decline = useErrand('declinePoll', tuid)
  if (outcome?.status === 'done') return <Said />
  if (failure?.code === 'poll-answered') return <AnsweredElsewhere />
  // Until it is known what became of it: it may be sent while one looks.
  const isOver = rated.status === 'answered' || rated.status === 'nothing'
  if (outcome?.status === 'waiting' && !isOver) return <NotOpen rated={WAITS} />
  if (rated.status !== 'open') return <NotOpen rated={rated} />
  const { attention } = rated
  return (
    <>
      <AttentionCard attention={attention} />
      <PollForm
        ticketId={tuid}
        busy={busy}
        onSend={said => void run({ ...said, ticket_id: tuid, office_id: attention.office_id })}
        onDecline={() => {
          void decline.run(tuid)
          navigate('/tickets', { replace: true })
        }}
      />
      {failure && (
        <Note tone="loss" role="alert">
          {i18n._(errorText(failure.code))}
        </Note>
      )}
    </>
  )
}

const WAITS = { status: 'waits' } as const

function AttentionCard({ attention }: { attention: Attention }) {
  const { office_name, line_name, category_id, ticket } = attention
  return (
    <TicketCard office={office_name} line={line_name} brand={categoryColour(category_id)} state="attended">
      <TicketBody look="beside">
        <TicketNumber number={ticket} />
        <Trans>Atendido</Trans>
      </TicketBody>
    </TicketCard>
  )
}

const ToTickets = () => (
  <Button look="soft" href="/tickets">
    <Trans>Ver mis turnos</Trans>
  </Button>
)

function Said() {
  return (
    <div role="status">
      <EmptyState icon="check" title={<Trans>Evaluación enviada con éxito</Trans>} action={<ToTickets />}>
        <Trans>Gracias por contarnos cómo te fue.</Trans>
      </EmptyState>
    </div>
  )
}

function AnsweredElsewhere() {
  return (
    <div role="status">
      <EmptyState icon="check" title={<Trans>Ya evaluaste esta atención</Trans>} action={<ToTickets />}>
        <Trans>Lo hiciste desde otro dispositivo, y vale esa respuesta. Gracias.</Trans>
      </EmptyState>
    </div>
  )
}

function NotOpen({ rated }: { rated: Exclude<Rated, { status: 'open' }> | typeof WAITS }) {
  switch (rated.status) {
    case 'loading':
      return <Skeleton height="24rem" />
    case 'waits':
      return (
        <div role="status">
          <EmptyState
            icon="offline"
            title={<Trans>Tu evaluación está guardada</Trans>}
            action={<ToTickets />}
          >
            <Trans>Se enviará sola cuando vuelva la conexión.</Trans>
          </EmptyState>
        </div>
      )
    case 'answered':
      return rated.elsewhere ? <AnsweredElsewhere /> : <Said />
    case 'too-early':
      return (
        <EmptyState icon="clock" title={<Trans>Todavía no te han atendido</Trans>} action={<ToTickets />}>
          <Trans>Podrás evaluar la atención cuando termine.</Trans>
        </EmptyState>
      )
    case 'unreached':
      return (
        <EmptyState
          icon="offline"
          title={<Trans>Para evaluar esta atención hace falta conexión</Trans>}
          action={
            <Button look="soft" icon="refresh" onClick={rated.retry}>
              <Trans>Intentar de nuevo</Trans>
            </Button>
          }
        />
      )
    case 'nothing':
      return (
        <EmptyState icon="poll" title={<Trans>No hay nada que evaluar aquí</Trans>} action={<ToTickets />}>
          <Trans>Puede que ya la hayas evaluado, que haya pasado más de una semana, o que no sea tuya.</Trans>
        </EmptyState>
      )
  }
}

export default withQueries(PollScreen)
