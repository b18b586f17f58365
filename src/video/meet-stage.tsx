import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { MeetRole } from '#contract/channel/meet-channel.ts'
import { isTogether, type MeetCall, type MeetCallState } from '#src/meet/meet-call.ts'
import type { OwnMedia } from '#src/meet/own-media.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { VideoPicture } from '#src/ui/video/video-picture.tsx'
import { CallTimer } from './call-timer.tsx'
import { MeetControls } from './meet-controls.tsx'
import styles from './meet-stage.module.css'
import { problemTexts } from './meet-texts.ts'
import { useOwnStream } from './own-stream.ts'
import { useTold } from './use-told.ts'

export interface MeetStageProps {
  call: MeetCall
  media: OwnMedia
  /** Who sits opposite. */
  other: MeetRole
}

/** The call itself: the other one large, oneself small, and the controls. */
export function MeetStage({ call, media, other }: MeetStageProps) {
  const { t } = useLingui()
  const state = useTold(call)
  const { video, facing } = useTold(media)
  const own = useOwnStream(video.track)
  const isStuck = isStuckIn(state)
  const isSeen = isTogether(state) && !isStuck
  return (
    <section className={styles.stage} aria-label={t`Videollamada`}>
      <div className={styles.scene}>
        {state.remote && (
          <VideoPicture
            stream={state.remote}
            label={other === 'office' ? t`La oficina` : t`El cliente`}
            fit="contain"
            className={isSeen && state.other.camera ? undefined : styles.unseen}
          />
        )}
        {isStuck ? (
          <Stuck onAgain={() => call.tryAgain()} />
        ) : (
          !(isSeen && state.other.camera) && <InsteadOfPicture state={state} other={other} />
        )}
      </div>
      <div className={styles.news}>
        <p className={styles.news} role="status">
          <News state={state} />
          <OwnProblems media={media} />
        </p>
        {state.since !== null && (
          <p className={styles.word}>
            <CallTimer since={state.since} />
          </p>
        )}
      </div>
      <div className={styles.own}>
        {own ? (
          <VideoPicture stream={own} label={t`Tu cámara`} muted mirrored={facing === 'user'} />
        ) : (
          <span className={styles.noCamera}>
            <Icon name="video-off" label={t`Tu cámara está apagada`} />
          </span>
        )}
      </div>
      <MeetControls media={media} className={styles.controls} onLeave={() => call.leave()} />
    </section>
  )
}

/** Where one's own way to the server is lost, too, it is the network, and that is said. */
const isStuckIn = ({ isStuck, isOffline }: MeetCallState) => isStuck && !isOffline

/** Both are there and do not find each other: a network lets nothing through, or there is no relay. */
function Stuck({ onAgain }: { onAgain: () => void }) {
  return (
    <div className={styles.instead}>
      <Icon name="offline" size="l" />
      <div className={styles.stuck} role="status">
        <p className={styles.big}>
          <Trans>No logramos conectar la videollamada</Trans>
        </p>
        <p>
          <Trans>
            La otra persona está, pero una de las dos redes no deja pasar la llamada. Prueba con otra red;
            mientras tanto seguimos intentando.
          </Trans>
        </p>
      </div>
      <Button look="soft" icon="refresh" onClick={onAgain}>
        <Trans>Intentar de nuevo</Trans>
      </Button>
    </div>
  )
}

function InsteadOfPicture({ state, other }: { state: MeetCallState; other: MeetRole }) {
  return (
    <div className={styles.instead}>
      {isTogether(state) ? <Icon name="video-off" size="l" /> : <Spinner size="l" />}
      <p className={styles.big} role="status">
        <InsteadWords state={state} other={other} />
      </p>
      {state.isDemonstration && other === 'office' && state.phase === 'waiting-for-other' && (
        <p>
          <Trans>
            Es una oficina de demostración: lo más probable es que no conteste nadie, y en un par de minutos
            la llamada se cierra sola.
          </Trans>
        </p>
      )}
    </div>
  )
}

function InsteadWords({ state: { phase, since }, other }: { state: MeetCallState; other: MeetRole }) {
  if (phase === 'joining') return <Trans>Entrando…</Trans>
  if (phase === 'connecting') return <Trans>Conectando…</Trans>
  if (phase === 'connected' || phase === 'reconnecting') return <Trans>Cámara apagada</Trans>
  if (since !== null)
    return other === 'office' ? <Trans>La oficina salió</Trans> : <Trans>El cliente salió</Trans>
  return other === 'office' ? (
    <Trans>La oficina todavía no entra</Trans>
  ) : (
    <Trans>El cliente todavía no entra</Trans>
  )
}

function News({ state }: { state: MeetCallState }) {
  const { phase, other, isOffline } = state
  if (isStuckIn(state)) return null
  if (phase === 'reconnecting' || (isOffline && phase !== 'connected'))
    return (
      <span className={styles.word}>
        <StateWord tone="almost" icon="offline">
          <Trans>Se cortó la conexión. Reconectando…</Trans>
        </StateWord>
      </span>
    )
  if (phase === 'connected' && !other.microphone)
    return (
      <span className={styles.word}>
        <StateWord icon="mic-off">
          <Trans>Micrófono silenciado</Trans>
        </StateWord>
      </span>
    )
  return null
}

/** What became of one's own camera and microphone in the call; not again what one knew on entering. */
function OwnProblems({ media }: { media: OwnMedia }) {
  const { i18n } = useLingui()
  const own = useTold(media)
  const [known] = useState(own)
  if (own.isAsking) return null
  return (['video', 'audio'] as const).map(kind => {
    const { problem } = own[kind]
    if (problem === null || own[kind] === known[kind]) return null
    return (
      <span key={kind} className={styles.word}>
        <StateWord tone="almost" icon={kind === 'video' ? 'video-off' : 'mic-off'}>
          {i18n._(problemTexts[kind][problem].title)}
        </StateWord>
      </span>
    )
  })
}
