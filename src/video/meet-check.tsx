import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import type { OwnMedia } from '#src/meet/own-media.ts'
import { watchSoundLevel } from '#src/platform/sound-level.ts'
import { browserTimers } from '#src/platform/timers.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { LevelBar } from '#src/ui/video/level-bar.tsx'
import { VideoPicture } from '#src/ui/video/video-picture.tsx'
import { DeviceChoice } from './device-choice.tsx'
import styles from './meet-check.module.css'
import { problemTexts } from './meet-texts.ts'
import { useOwnStream } from './own-stream.ts'
import { useTold } from './use-told.ts'

export interface MeetCheckProps {
  media: OwnMedia
  /** Null while nobody may go in. */
  onEnter: (() => void) | null
  /** Stands under what may be tried: why nobody may go in yet, and the way back. */
  children?: ReactNode
}

/** Before going in: is one seen, is one heard, and what to do where not. */
export function MeetCheck({ media, onEnter, children }: MeetCheckProps) {
  const { t, i18n } = useLingui()
  const { isAsking, audio, video, facing } = useTold(media)
  const own = useOwnStream(video.track)
  const level = useLevel(audio.track)
  useEffect(() => void media.check(), [media])

  const problems = (['video', 'audio'] as const).flatMap(kind => {
    const { problem } = kind === 'video' ? video : audio
    return problem ? [{ kind, ...problemTexts[kind][problem] }] : []
  })
  return (
    <div className={styles.check}>
      <div className={styles.preview}>
        {own ? (
          <VideoPicture stream={own} label={t`Así te verán`} muted mirrored={facing === 'user'} />
        ) : (
          <div className={styles.empty}>
            {isAsking ? <Spinner size="l" /> : <Icon name="video-off" size="l" />}
            <p>
              {isAsking ? (
                <Trans>Tu navegador preguntará si permites la cámara y el micrófono: di que sí.</Trans>
              ) : (
                <Trans>No te verán</Trans>
              )}
            </p>
          </div>
        )}
      </div>
      <div className={styles.side}>
        {audio.track && (
          <div className={styles.level}>
            <LevelBar level={level} label={t`Volumen de tu micrófono`} />
            <p className={styles.hint}>
              <Trans>Di algo: la barra debe moverse.</Trans>
            </p>
          </div>
        )}
        <div role="status" className={styles.problems}>
          {!isAsking &&
            problems.map(({ kind, title, help }) => (
              <Note key={kind} tone="almost" title={i18n._(title)}>
                <p>{i18n._(help)}</p>
              </Note>
            ))}
        </div>
        <DeviceChoice media={media} kind="video" />
        <DeviceChoice media={media} kind="audio" />
        <div className={styles.actions}>
          {onEnter && (
            <Button size="tall" wide busy={isAsking} onClick={onEnter}>
              <EnterWords
                hasCamera={video.track !== null || isAsking}
                hasMicrophone={audio.track !== null || isAsking}
              />
            </Button>
          )}
          {children}
          {problems.length > 0 && (
            <Button look="soft" wide icon="refresh" busy={isAsking} onClick={() => void media.check()}>
              <Trans>Probar de nuevo</Trans>
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** How loud the microphone is now, from 0 to 1. */
function useLevel(track: MediaStreamTrack | null): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (!track) return
    const stop = watchSoundLevel(track, browserTimers, setLevel)
    return () => {
      stop()
      setLevel(0)
    }
  }, [track])
  return level
}

function EnterWords({ hasCamera, hasMicrophone }: { hasCamera: boolean; hasMicrophone: boolean }) {
  if (!hasMicrophone && !hasCamera) return <Trans>Entrar solo a ver y oír</Trans>
  if (!hasMicrophone) return <Trans>Entrar sin micrófono</Trans>
  return hasCamera ? <Trans>Entrar a la videollamada</Trans> : <Trans>Entrar sin cámara</Trans>
}
