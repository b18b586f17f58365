import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { OwnMedia } from '#src/meet/own-media.ts'
import { CallButton } from '#src/ui/video/call-button.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { useTold } from './use-told.ts'

export interface MeetControlsProps {
  media: OwnMedia
  className: string | undefined
  onLeave: () => void
}

/** What one may do in the call with one's own side, and the way out, which asks first. */
export function MeetControls({ media, className, onLeave }: MeetControlsProps) {
  const { t } = useLingui()
  const { audio, video, devices, isAsking } = useTold(media)
  const [isLeaving, setIsLeaving] = useState(false)
  const isMute = audio.isOff || !audio.track
  const isDark = video.track === null
  const cameras = devices.filter(({ kind }) => kind === 'video').length
  return (
    <div className={className} role="group" aria-label={t`Controles de la videollamada`}>
      <CallButton
        icon={isMute ? 'mic-off' : 'mic'}
        label={isMute ? t`Activar micrófono` : t`Silenciar`}
        look={isMute ? 'off' : 'plain'}
        onClick={() => void media.mute(!isMute)}
      />
      <CallButton
        icon={isDark ? 'video-off' : 'video'}
        label={isDark ? t`Encender cámara` : t`Apagar cámara`}
        look={isDark ? 'off' : 'plain'}
        aria-disabled={isAsking}
        onClick={() => {
          if (!isAsking) void media.turnCamera(!isDark)
        }}
      />
      {cameras > 1 && !isDark && (
        <CallButton
          icon="flip"
          label={t`Cambiar cámara`}
          aria-disabled={isAsking}
          onClick={() => {
            if (!isAsking) void media.switchCamera()
          }}
        />
      )}
      <CallButton
        icon="hang-up"
        label={t({ message: 'Salir', context: 'videollamada' })}
        look="loss"
        onClick={() => setIsLeaving(true)}
      />
      <LeaveQuestion
        open={isLeaving}
        onLeave={() => {
          setIsLeaving(false)
          onLeave()
        }}
        onStay={() => setIsLeaving(false)}
      />
    </div>
  )
}
