import { Trans } from '@lingui/react/macro'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { PersonDraft } from '#src/domain/person-draft.ts'
import { useSession } from '#src/stores/session-store.ts'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { lazily } from '#src/screens/shared/late.ts'
import type { Way } from '#src/screens/shared/way-in.ts'
import { IdentifyForm } from './identify-form.tsx'
import { OtherWays } from './other-ways.tsx'
import { SessionEndedNote } from './session-ended-note.tsx'
import { useIdentify } from './use-identify.ts'

const AccountForms = lazily(() => import('./account-forms.tsx'))

export interface IntroductionProps {
  /** Whose policy is accepted with it. */
  officeId: number
  /** Where this stands. */
  here: string
  /** What comes of saying who one is, without an account. */
  submitLabel: string
  /** What was asked for with it is under way. */
  isSending?: boolean
  /** They have just said who they are, without an account. */
  onIdentified: (person: PersonDraft) => void
}

/**
 * Who one is, in the middle of asking for something: by name and document, or by an account. The way is
 * changed in its place, so that what was typed around it stays; also where a session has just ended
 * (AUTH-09).
 */
export function Introduction(props: IntroductionProps) {
  const { officeId, here, submitLabel, isSending = false, onIdentified } = props
  const hadAccount = useSession(({ ended }) => ended === 'registered')
  const hides = useUi(isHidden('login'))
  const [chosen, choose] = useState<Way | null>(null)
  const way = hides ? 'temporary' : (chosen ?? (hadAccount ? 'sign-in' : 'temporary'))
  const { identify, person, setPerson, progress, failure, policy } = useIdentify(officeId)
  // Being let in takes its time: what stands around it may have been changed since it was pressed.
  const goOn = useRef(onIdentified)
  useLayoutEffect(() => void (goOn.current = onIdentified))
  return (
    <>
      <SessionEndedNote />
      {way === 'temporary' ? (
        <>
          <p>
            <Trans>Sin cuenta y sin contraseña. La oficina te reconoce por tu documento.</Trans>
          </p>
          <IdentifyForm
            person={person}
            onChange={setPerson}
            progress={isSending ? 'sending' : progress}
            failure={failure}
            policy={policy}
            submitLabel={submitLabel}
            onSubmit={() => void identify().then(isIn => isIn && goOn.current(person))}
          />
        </>
      ) : (
        <Suspense fallback={<Skeleton height="20rem" />}>
          <AccountForms
            key={way}
            way={way}
            officeId={officeId}
            wasChosen={chosen !== null}
            onChoose={choose}
          />
        </Suspense>
      )}
      <OtherWays here={way} next={here} onChoose={choose} />
    </>
  )
}
