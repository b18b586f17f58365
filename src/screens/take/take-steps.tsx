import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { categoryColour } from '#contract/categories.ts'
import type { Answers, Form } from '#contract/rest/forms.ts'
import type { Line, Office } from '#contract/rest/offices.ts'
import { useActiveTickets } from '#src/queries/use-receipts.ts'
import { useOwn } from '#src/screens/held/use-own.ts'
import { Introduction } from '#src/screens/introduction/introduction.tsx'
import { ProofNeeded } from '#src/screens/introduction/proof-needed.tsx'
import { ProveLater } from '#src/screens/introduction/prove-later.tsx'
import { useProof } from '#src/screens/introduction/use-proof.ts'
import { usePolicy } from '#src/screens/policy/use-policy.ts'
import type { ForWhom } from '#src/domain/for-whom.ts'
import { ForWhomChoice } from '#src/screens/questions/for-whom-choice.tsx'
import { asksForDocument, useFormAnswers } from '#src/screens/questions/use-form-answers.ts'
import { QuestionForm } from '#src/screens/questions/question-form.tsx'
import { useNewTicket } from '#src/stores/new-ticket-store.ts'
import { isGuest, isUnknown, useSession } from '#src/stores/session-store.ts'
import { WaitShort } from '#src/texts/wait-text.tsx'
import { TicketBody, TicketCard } from '#src/ui/card/ticket-card.tsx'
import { TicketFact } from '#src/ui/card/ticket-number.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { DeclareButton } from '#src/screens/shared/declare-button.tsx'
import { PreferenceChoice } from './preference-choice.tsx'
import { type TakeProblemState, useTake } from './use-take.ts'
import { useWhose } from './use-whose.ts'
import styles from './take-screen.module.css'

export interface TakeStepsProps {
  office: Office
  line: Line
  form: Form
}

/**
 * One thing at a time: who, then what the line asks, then the press. What was typed stays, whatever fails,
 * for whoever typed it.
 */
export function TakeSteps(props: TakeStepsProps) {
  return <OnesSteps key={useWhose()} {...props} />
}

function OnesSteps({ office, line, form: { questions, preference } }: TakeStepsProps) {
  const { t } = useLingui()
  const guest = useSession(isGuest)
  const unknown = useSession(isUnknown)
  const [typed, setTyped] = useState<Answers>({})
  const [forWhom, setForWhom] = useState<ForWhom | null>(null)
  const [accepts, setAccepts] = useState(false)
  const { policy, isToAccept, accept } = usePolicy(office.id)
  // What nobody could tell whether it worked is asked for again as it was, also after a reload.
  const wished = useNewTicket(line.id).wish
  const [prefers, setPrefers] = useState(wished?.preferential === true)
  const { take, taken, busy, problem } = useTake(office, line, prefers)
  const { proof, askAnew } = useProof(line)
  const here = `/offices/${office.slug}/lines/${line.slug}/take`
  const mine = useOwn(useActiveTickets()).find(({ line_id }) => line_id === line.id)
  const asked = questions.filter(question => question.active)
  const { answers, typedForAnother, remember } = useFormAnswers(asked, typed, forWhom)
  const preferenceChoice = preference && (
    <PreferenceChoice law={preference} checked={prefers} disabled={busy} onChange={setPrefers} />
  )

  if (mine && !busy) {
    const leadOn = (
      <Button href={`/tickets/${mine.tuid}`} icon="ticket">
        <Trans>Ver tu número {mine.ticket}</Trans>
      </Button>
    )
    return (
      <div className={styles.steps}>
        <LineSummary office={office} line={line} />
        {mine.tuid === taken ? (
          leadOn
        ) : (
          <Note tone="almost" title={<Trans>ya sacaste un ticket para esta fila</Trans>} action={leadOn} />
        )}
      </div>
    )
  }
  return (
    <div className={styles.steps}>
      <LineSummary office={office} line={line} />
      <div className={styles.ask}>
        {line.virtual && (
          <Note icon="video" title={<Trans>Esta fila se atiende por videollamada</Trans>}>
            <Trans>
              Cuando te llamen hablas con la oficina desde aquí. Mientras esperas podrás probar tu cámara y tu
              micrófono.
            </Trans>
          </Note>
        )}
        {problem && !(problem.needsProof && proof === 'needed') && (
          <TakeProblem
            problem={problem}
            onDeclare={() => void take(answers, true)}
            onProven={() => void take(answers)}
          />
        )}
        {unknown || proof === 'asking' ? (
          <Skeleton height="12rem" />
        ) : proof === 'needed' && !busy ? (
          <ProofNeeded office={office} here={here} onProven={askAnew} />
        ) : guest ? (
          <>
            {asked.length === 0 && preferenceChoice}
            <Introduction
              officeId={office.id}
              here={here}
              submitLabel={asked.length > 0 ? t`Sigue` : t`Saca tu número`}
              isSending={busy}
              onIdentified={() => {
                if (asked.length === 0) void take({})
              }}
            />
          </>
        ) : asked.length > 0 || (policy && isToAccept) ? (
          <>
            {asksForDocument(asked) && (
              <ForWhomChoice
                value={forWhom}
                onChange={other => {
                  setTyped(typedForAnother())
                  setForWhom(other)
                }}
              />
            )}
            <QuestionForm
              questions={asked}
              answers={answers}
              onChange={setTyped}
              busy={busy}
              submitLabel={problem?.unknownRequest ? t`Intentar de nuevo` : t`Saca tu número`}
              policy={policy && isToAccept ? { policy, accepted: accepts, onChange: setAccepts } : undefined}
              onSubmit={() => {
                void accept()
                remember(answers)
                void take(answers)
              }}
            >
              {preferenceChoice}
            </QuestionForm>
          </>
        ) : (
          <>
            {preferenceChoice}
            <Button wide size="tall" busy={busy} onClick={() => void take({})}>
              {problem?.unknownRequest ? <Trans>Intentar de nuevo</Trans> : <Trans>Saca tu número</Trans>}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** What one is about to join: the same card, still without a number. */
function LineSummary({ office, line }: { office: Office; line: Line }) {
  return (
    <TicketCard office={office.name} line={line.name} brand={categoryColour(office.category_id)}>
      <TicketBody look="beside">
        <strong className={styles.waiting}>
          <Plural value={line.waiting} _0="Nadie espera" one="# esperando" other="# esperando" />
        </strong>
        {line.wait && (line.wait.now || line.wait.to > 0) && (
          <TicketFact end label={<Trans>Te llaman en</Trans>} value={<WaitShort wait={line.wait} />} />
        )}
      </TicketBody>
    </TicketCard>
  )
}

/** No number, and why; or nobody knows, and what to do. */
function TakeProblem({
  problem,
  onDeclare,
  onProven,
}: {
  problem: TakeProblemState
  onDeclare: () => void
  onProven: () => void
}) {
  if (problem.unknownRequest === null) {
    return (
      <Note
        tone="loss"
        role="alert"
        action={
          problem.needsProof ? (
            <ProveLater onProven={onProven} />
          ) : (
            problem.declarable && <DeclareButton onDeclare={onDeclare} />
          )
        }
      >
        {problem.text}
      </Note>
    )
  }
  return (
    <Note tone="almost" role="alert" title={<Trans>No sabemos aún si tienes número</Trans>}>
      <Trans>
        La conexión se cortó a mitad de camino. Al intentar de nuevo recibes el mismo número, nunca dos.
      </Trans>
    </Note>
  )
}
