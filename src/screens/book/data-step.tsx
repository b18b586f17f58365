import { Trans, useLingui } from '@lingui/react/macro'
import type { Answers, Question } from '#contract/rest/forms.ts'
import type { Policy } from '#contract/rest/policies.ts'
import type { PersonDraft } from '#src/domain/person-draft.ts'
import type { ForWhom } from '#src/domain/for-whom.ts'
import { Introduction } from '#src/screens/introduction/introduction.tsx'
import { ForWhomChoice } from '#src/screens/questions/for-whom-choice.tsx'
import { QuestionForm } from '#src/screens/questions/question-form.tsx'
import { RefusalText } from '#src/screens/times/refusal-text.tsx'
import { WizardFrame, type WizardPlace } from '#src/screens/times/wizard-frame.tsx'
import { isGuest, isUnknown, useSession } from '#src/stores/session-store.ts'
import { Note } from '#src/ui/state/note.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'

export interface DataStepProps {
  place: WizardPlace
  /** Its own address. */
  here: string
  officeId: number
  /** Where they have yet to accept it. */
  policy: Policy | undefined
  questions: readonly Question[]
  answers: Answers
  acceptsPolicy: boolean
  /** Undefined where the form need not know; null until it was told. */
  forWhom: ForWhom | null | undefined
  onForWhom: (forWhom: ForWhom) => void
  onChange: (change: { answers?: Answers; acceptsPolicy?: boolean }) => void
  /** They have just said who they are, and accepted the policy with it. */
  onIdentified: (person: PersonDraft) => void
  onNext: () => void
  /** The ids of the questions whose answers the server refused; null before it was asked. */
  refused: readonly string[] | null
}

/** Who one is, where nobody knows it yet, and what the line asks. */
export function DataStep(props: DataStepProps) {
  const {
    place,
    here,
    officeId,
    questions,
    policy: unaccepted,
    answers,
    acceptsPolicy,
    onChange,
    forWhom,
    onForWhom,
    onIdentified,
    onNext,
    refused,
  } = props
  const { t } = useLingui()
  const guest = useSession(isGuest)
  const unknown = useSession(isUnknown)
  if (unknown) {
    return (
      <WizardFrame place={place} title={<Trans>Tus datos</Trans>}>
        <Skeleton height="24rem" />
      </WizardFrame>
    )
  }
  if (guest) {
    return (
      <WizardFrame place={place} title={<Trans>¿Quién eres?</Trans>} isUnkept>
        <Introduction officeId={officeId} here={here} submitLabel={t`Sigue`} onIdentified={onIdentified} />
      </WizardFrame>
    )
  }
  return (
    <WizardFrame key="questions" place={place} title={<Trans>Tus datos</Trans>}>
      {refused && (
        <Note tone="loss" role="alert">
          <RefusalText code="reserve-form-invalid" />
        </Note>
      )}
      {forWhom !== undefined && <ForWhomChoice value={forWhom} onChange={onForWhom} />}
      <QuestionForm
        questions={questions}
        answers={answers}
        onChange={changed => onChange({ answers: changed })}
        policy={
          unaccepted && {
            policy: unaccepted,
            accepted: acceptsPolicy,
            onChange: accepts => onChange({ acceptsPolicy: accepts }),
          }
        }
        refused={refused ?? []}
        busy={false}
        submitLabel={t`Sigue`}
        onSubmit={onNext}
      />
    </WizardFrame>
  )
}
