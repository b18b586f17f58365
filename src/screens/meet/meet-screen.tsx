import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { type Meeting, meetingId } from '#contract/rest/video.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import { flows } from '#src/flows/flows.ts'
import type { MeetSession } from '#src/meet/meet-session.ts'
import { TicketsList } from '#src/screens/held/tickets-list.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useRoomForTwo } from '#src/screens/shared/use-room-for-two.ts'
import { useModal } from '#src/ui/layer/use-modal.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Panes } from '#src/ui/shell/frames.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { MeetVisit } from '#src/video/meet-visit.tsx'
import styles from './meet-screen.module.css'

export interface MeetScreenProps {
  meeting: Meeting
  /** Under the check while it is too early to go in. */
  notYet?: ReactNode
  /** It is over: nobody goes in any more. */
  isOver?: boolean
  /** Of a number: when it was called, or null while it is not. */
  calledAt?: string | null
}

/**
 * The customer's side of a video attention (VID-02): the check, beside what else one holds, then the call
 * over the whole window.
 */
function MeetScreen({ meeting, notYet, isOver, calledAt }: MeetScreenProps) {
  const isNumber = 'tuid' in meeting
  const id = meetingId(meeting)
  const receipt = isNumber ? `/tickets/${id}` : `/reservations/${id}`
  const back = useBack(receipt)
  const heading = useHeadingFocus()
  const hasRoom = useRoomForTwo()
  const [visit, setVisit] = useState(0)
  const [made, setMade] = useState<{ visit: number; session: MeetSession } | null>(null)
  // That of the visit before is closed, and lets nobody in.
  const session = made?.visit === visit ? made.session : null
  useEffect(() => {
    let mine: MeetSession | null = null
    let isGone = false
    void flows
      .get()
      .then(({ visitMeet }) => visitMeet(isNumber ? { tuid: id } : { reserve: id }))
      .then(opened => {
        if (isGone) return opened.close()
        mine = opened
        setMade({ visit, session: opened })
      })
      .catch(reportError)
    return () => {
      isGone = true
      mine?.close()
      setMade(null)
    }
  }, [isNumber, id, visit])

  const call = (
    <>
      <ScreenHeader size="small" title={<Trans>Videollamada</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        {session ? (
          <MeetVisit
            key={visit}
            session={session}
            other="office"
            frame={children => children}
            stage={children => <WholeWindow>{children}</WholeWindow>}
            onAgain={() => setVisit(visit + 1)}
            notYet={notYet}
            isOver={isOver}
            calledAt={calledAt}
            away={
              <Button look="plain" href={receipt}>
                {isNumber ? <Trans>Ver tu número</Trans> : <Trans>Ver la reserva</Trans>}
              </Button>
            }
          />
        ) : (
          <Skeleton height="20rem" />
        )}
      </ScreenBody>
    </>
  )
  // One tree for every width: a phone that is turned ends no call.
  return <Panes hasDetail shown={id} list={hasRoom && <TicketsList shown={id} />} detail={call} />
}

/** Nothing closes it but what is inside: Escape ends no call. */
function WholeWindow({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const modal = useModal({ open: true, onClose() {}, blocking: true })
  return (
    <dialog {...modal} className={styles.window} data-fills-window="call" aria-label={t`Videollamada`}>
      {children}
    </dialog>
  )
}

export default withQueries(MeetScreen)
