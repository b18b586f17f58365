import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { type Meeting, meetingId } from '#contract/rest/video.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { isTogether, type MeetCall } from '#src/meet/meet-call.ts'
import { MeetVisit } from '#src/video/meet-visit.tsx'
import { useTold } from '#src/video/use-told.ts'
import { useClerkSession, useDeskTools } from '../desk-tools.ts'
import styles from './desk-video.module.css'
import { type DeskMeet, openMeet } from './open-meet.ts'

export interface DeskVideoProps {
  meeting: Meeting
  /** Back to the desk. */
  onLeave: () => void
  /** Somebody sits opposite now, or nobody any more. */
  onTogether: (isTogether: boolean) => void
}

/** The office's side of a video attention (VID-02): the check, then the call. */
export function DeskVideoPanel({ meeting, onLeave, onTogether }: DeskVideoProps) {
  const clerk = useDeskTools().session
  // Who was at work stays in sight when their session is over; a camera and a voice do not.
  const isIn = useClerkSession().phase === 'in'
  const [visit, setVisit] = useState(0)
  const [meet, setMeet] = useState<DeskMeet | null>(null)
  // By its id: the address makes a new object at each drawing.
  const isNumber = 'tuid' in meeting
  const id = meetingId(meeting)
  useEffect(() => {
    if (!isIn) return
    const made = openMeet(clerk, isNumber ? { tuid: id } : { reserve: id })
    setMeet(made)
    return () => {
      made.close()
      setMeet(null)
    }
  }, [clerk, isIn, isNumber, id, visit])

  if (!meet) return <Skeleton height="20rem" />
  return (
    <MeetVisit
      key={visit}
      session={meet.session}
      other="customer"
      frame={children => <div className={styles.panel}>{children}</div>}
      stage={(children, call) => (
        <Stage call={call} onTogether={onTogether}>
          {children}
        </Stage>
      )}
      onAgain={() => setVisit(visit + 1)}
      away={
        <Button look="plain" onClick={onLeave}>
          <Trans>Volver al mesón</Trans>
        </Button>
      }
    />
  )
}

function Stage({
  call,
  onTogether,
  children,
}: Pick<DeskVideoProps, 'onTogether'> & { call: MeetCall; children: ReactNode }) {
  const isWithOther = isTogether(useTold(call))
  useEffect(() => {
    onTogether(isWithOther)
    return () => onTogether(false)
  }, [isWithOther, onTogether])
  return <div className={styles.stage}>{children}</div>
}
