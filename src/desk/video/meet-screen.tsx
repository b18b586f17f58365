import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Office } from '#contract/rest/offices.ts'
import { Button } from '#src/ui/press/button.tsx'
import { LeaveQuestion } from '#src/video/leave-question.tsx'
import { DeskFrame } from '../desk-frame.tsx'
import { guardLeaving } from '../leave-guard.ts'
import { useHeadingFocus } from '../use-heading-focus.ts'
import { DeskVideoPanel, type DeskVideoProps } from './desk-video-panel.tsx'
import styles from './meet-screen.module.css'

/** A video attention over the whole desk, at an address of its own: a reload comes back to it. */
export default function MeetScreen({
  office,
  ...video
}: Omit<DeskVideoProps, 'onTogether'> & { office: Office }) {
  const heading = useHeadingFocus()
  const [isTogether, setIsTogether] = useState(false)
  const [leaving, setLeaving] = useState<{ go: () => void } | null>(null)
  // Whom nobody sees any more is not asked whether they want to leave.
  if (leaving && !isTogether) setLeaving(null)
  // «Volver», the browser's own Back, whatever else leads away.
  useEffect(
    () => (isTogether ? guardLeaving(go => setLeaving({ go }), { andSteps: true }) : undefined),
    [isTogether],
  )
  return (
    <DeskFrame
      place={
        <div className={styles.place}>
          <strong>{office.name}</strong>
          {/* Also before the call is entered, where nothing else leads away. */}
          <Button look="plain" size="tight" icon="back" onClick={video.onLeave}>
            <Trans>Volver</Trans>
          </Button>
        </div>
      }
    >
      <div className={styles.screen}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          <Trans>Videollamada</Trans>
        </h1>
        <DeskVideoPanel {...video} onTogether={setIsTogether} />
        <LeaveQuestion
          open={leaving !== null}
          onLeave={() => {
            // The step may take a moment; a second press would be another one.
            setLeaving(null)
            leaving?.go()
          }}
          onStay={() => setLeaving(null)}
        />
      </div>
    </DeskFrame>
  )
}
