import { Trans } from '@lingui/react/macro'
import type { Office } from '#contract/rest/offices.ts'
import { Button } from '#src/ui/press/button.tsx'
import { DeskFrame } from '../desk-frame.tsx'
import { useHeadingFocus } from '../use-heading-focus.ts'
import { DeskVideoPanel, type DeskVideoProps } from './desk-video-panel.tsx'
import styles from './meet-screen.module.css'

/** A video attention over the whole desk, at an address of its own: a reload comes back to it. */
export default function MeetScreen({ office, ...video }: DeskVideoProps & { office: Office }) {
  const heading = useHeadingFocus()
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
        <DeskVideoPanel {...video} />
      </div>
    </DeskFrame>
  )
}
