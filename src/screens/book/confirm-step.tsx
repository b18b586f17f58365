import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { categoryColour } from '#contract/categories.ts'
import type { Answers, Question } from '#contract/rest/forms.ts'
import { answersInOrder } from '#contract/rules/form-answers.ts'
import type { Office } from '#contract/rest/offices.ts'
import { timeBlocksQuery } from '#src/queries/reservation-queries.ts'
import { useNow } from '#src/queries/use-now.ts'
import { MomentCard } from '#src/screens/held/moment-card.tsx'
import { SessionEndsNote } from '#src/screens/held/session-ends-note.tsx'
import { ProveLater } from '#src/screens/introduction/prove-later.tsx'
import { useOfficeChannel } from '#src/screens/shared/use-office-channel.ts'
import type { LineOffer } from '#src/screens/times/line-offer.ts'
import { RefusalText } from '#src/screens/times/refusal-text.tsx'
import type { Block } from '#src/screens/times/time-step.tsx'
import { WizardFrame, type WizardPlace } from '#src/screens/times/wizard-frame.tsx'
import { ZoneNote } from '#src/screens/times/zone-note.tsx'
import { answerText, questionText, worded } from '#src/texts/form-texts.ts'
import { reservationRefusalText } from '#src/texts/reservation-error-texts.ts'
import { timeoutTexts } from '#src/texts/timeout-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'
import type { BookingProblem } from '#src/flows/flow-context.ts'
import { DeclareButton } from '#src/screens/shared/declare-button.tsx'
import { useRoomForTwo } from '#src/screens/shared/use-room-for-two.ts'
import { AnswerList } from './answer-list.tsx'
import type { BookStep } from './book-steps.ts'

export interface ConfirmStepProps {
  place: WizardPlace
  office: Office
  offer: LineOffer
  block: Block
  day: string
  meet: boolean
  questions: readonly Question[]
  answers: Answers
  addressOf: (step: BookStep) => string
  isBusy: boolean
  /** The very request may have taken the place: a repeat of it gives what it made. */
  isAskedFor: boolean
  problem: BookingProblem | null
  onBook: () => void
  /** "No fui yo", where that is what it was refused for. */
  onDeclare?: () => void
}

/** All of it at a glance, and the press that books it. */
export function ConfirmStep(props: ConfirmStepProps) {
  const {
    place,
    office,
    offer,
    block,
    day,
    meet,
    questions,
    answers,
    addressOf,
    isBusy,
    isAskedFor,
    problem,
    onBook,
    onDeclare,
  } = props
  const { i18n, t } = useMacro()
  const hasRoom = useRoomForTwo()
  const isLost = useIsBlockLost(offer, day, block) && !isBusy && !isAskedFor
  const hasBegun = Date.parse(block.from) <= useNow()
  const given = answersInOrder(
    questions.filter(({ active }) => active),
    answers,
  ).filter(({ answer }) => answer.trim() !== '')

  return (
    <WizardFrame
      place={place}
      title={<Trans>¿Reservamos esta hora?</Trans>}
      foot={
        <>
          <BookState
            isBusy={isBusy}
            isLost={isLost}
            hasBegun={hasBegun}
            problem={problem}
            onDeclare={onDeclare}
            onProven={onBook}
          />
          {isLost ? (
            <Button wide size="tall" icon="clock" href={addressOf('time')}>
              <Trans>Elige otra hora</Trans>
            </Button>
          ) : (
            <Button wide size="tall" busy={isBusy} onClick={onBook}>
              {isBusy ? (
                <Trans>Estamos confirmando…</Trans>
              ) : problem?.code === 'unknown' ? (
                <Trans>Intentar de nuevo</Trans>
              ) : (
                <Trans>Reservar</Trans>
              )}
            </Button>
          )}
        </>
      }
    >
      {/* Where there is room, the card stands beside the question already. */}
      {!hasRoom && (
        <MomentCard
          office={office.name}
          line={offer.line.name}
          brand={categoryColour(office.category_id)}
          from={block.from}
          to={block.to}
          timeZone={offer.timeZone}
          meet={meet}
          address={office.options.web_only ? null : `${office.address}, ${office.district}`}
        />
      )}
      <ZoneNote isChosen timeZone={offer.timeZone} at={block.from} />
      <SessionEndsNote from={block.from} />
      <Section
        title={t`Tu reserva`}
        aside={
          <Button look="plain" size="tight" href={addressOf('date')}>
            <Trans>Cambiar el día</Trans>
          </Button>
        }
      >
        <AnswerList
          answers={given.map(each => ({
            id: each.id,
            question: worded(questionText(each), i18n),
            answer: worded(answerText(each), i18n),
            href: addressOf('data'),
          }))}
        />
      </Section>
    </WizardFrame>
  )
}

/** Whether a block has no place any more, while it was being looked at: taken by others, or it has begun. */
function useIsBlockLost(offer: LineOffer, day: string, block: Block): boolean {
  useOfficeChannel(offer.officeSlug)
  const { data } = useQuery(timeBlocksQuery(offer.officeSlug, offer.line, day))
  return data !== undefined && !data.some(({ from, availables }) => from === block.from && availables > 0)
}

function BookState({
  isBusy,
  isLost,
  hasBegun,
  problem,
  onDeclare,
  onProven,
}: {
  isBusy: boolean
  isLost: boolean
  /** Then nobody was quicker: it is no hour to be booked any more. */
  hasBegun: boolean
  problem: BookingProblem | null
  onDeclare: (() => void) | undefined
  onProven: () => void
}) {
  const { i18n } = useLingui()
  return (
    <>
      <p role="status" className="visually-hidden">
        {isBusy && <Trans>Estamos confirmando…</Trans>}
      </p>
      <div role="alert">
        {isLost ? (
          <Note tone="almost" icon="clock">
            {hasBegun ? (
              <RefusalText code="reserve-in-the-past" />
            ) : (
              <Trans>Esta hora acaba de ser tomada. Lo demás queda como lo dejaste.</Trans>
            )}
          </Note>
        ) : problem?.code === 'unknown' ? (
          <Note tone="almost" title={<Trans>No sabemos aún si tienes la hora</Trans>}>
            {i18n._(timeoutTexts.reservation)}.{' '}
            <Trans>
              La conexión se cortó a mitad de camino. Lo averiguamos apenas vuelva; al intentar de nuevo
              recibes la misma reserva, nunca dos.
            </Trans>
          </Note>
        ) : (
          problem && (
            <Note
              tone="loss"
              action={
                problem.code === 'document-not-proven' ? (
                  <ProveLater onProven={onProven} />
                ) : (
                  onDeclare && <DeclareButton onDeclare={onDeclare} />
                )
              }
            >
              {i18n._(reservationRefusalText({ code: problem.code, message: problem.message }))}
            </Note>
          )
        )}
      </div>
    </>
  )
}
