import type { Stop } from './subscribers.ts'

export type MediaKind = 'audio' | 'video'
/**
 * `refused`: the person or the browser said no, and only its settings can change that. `none`: there is no
 * such device. `busy`: another program holds it. `failed`: anything else.
 */
export type MediaProblem = 'refused' | 'none' | 'busy' | 'failed'

/** A device to see or to hear with, and to which side of a phone it looks. */
export type Wish = { device: string } | { facing: 'user' | 'environment' } | 'any'

export interface MediaDevice {
  id: string
  kind: MediaKind
  /** As the browser calls it; empty until the person allowed it. */
  label: string
}

export type Opened = { track: MediaStreamTrack; problem: null } | { track: null; problem: MediaProblem }

/** Camera and microphone. */
export interface CameraDoor {
  /**
   * Asks for what is wished, with one question where both are; says of each how it went, and never throws.
   */
  open(wishes: Partial<Record<MediaKind, Wish>>): Promise<Partial<Record<MediaKind, Opened>>>
  devices(): Promise<MediaDevice[]>
  /** Told when a device is plugged in or taken away. */
  subscribe(listener: () => void): Stop
}

/** What every browser can give, and a small phone can send. */
const PICTURE = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 24, max: 30 } }
const SOUND = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }

const PROBLEMS: Record<string, MediaProblem> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

function constraintsOf(kind: MediaKind, wish: Wish): MediaTrackConstraints {
  const look = kind === 'video' ? PICTURE : SOUND
  if (wish === 'any') return look
  return 'device' in wish
    ? { ...look, deviceId: { exact: wish.device } }
    : { ...look, facingMode: { ideal: wish.facing } }
}

interface Device {
  mediaDevices?: Pick<
    MediaDevices,
    'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'
  >
  permissions?: { query(what: { name: PermissionName }): Promise<{ state: PermissionState }> }
}

export function browserCamera({ mediaDevices, permissions }: Device): CameraDoor {
  async function ask(wishes: Partial<Record<MediaKind, Wish>>): Promise<MediaStream> {
    // Away from https there is no such thing.
    if (!mediaDevices) throw new DOMException('there are no media devices', 'SecurityError')
    return mediaDevices.getUserMedia({
      ...(wishes.audio && { audio: constraintsOf('audio', wishes.audio) }),
      ...(wishes.video && { video: constraintsOf('video', wishes.video) }),
    })
  }

  async function openOne(kind: MediaKind, wish: Wish): Promise<Opened> {
    try {
      const [track] = (await ask({ [kind]: wish })).getTracks()
      return track ? { track, problem: null } : { track: null, problem: 'none' }
    } catch (error) {
      return { track: null, problem: PROBLEMS[(error as Error).name] ?? 'failed' }
    }
  }

  async function isDenied(kind: MediaKind): Promise<boolean> {
    const name = (kind === 'video' ? 'camera' : 'microphone') as PermissionName
    // Browsers that cannot be asked are not asked twice: what was refused together was refused.
    const answer = await permissions?.query({ name }).catch(() => undefined)
    return answer === undefined || answer.state === 'denied'
  }

  return {
    async open({ audio, video }) {
      if (!audio || !video) {
        return {
          ...(audio && { audio: await openOne('audio', audio) }),
          ...(video && { video: await openOne('video', video) }),
        }
      }
      try {
        const stream = await ask({ audio, video })
        const opened = (tracks: MediaStreamTrack[]): Opened =>
          tracks[0] ? { track: tracks[0], problem: null } : { track: null, problem: 'none' }
        return { audio: opened(stream.getAudioTracks()), video: opened(stream.getVideoTracks()) }
      } catch (error) {
        // One of the two was the reason: the other may be had alone, unless that would ask a person who has
        // just said no.
        const isRefused = PROBLEMS[(error as Error).name] === 'refused'
        const alone = async (kind: MediaKind, wish: Wish): Promise<Opened> =>
          isRefused && (await isDenied(kind)) ? { track: null, problem: 'refused' } : openOne(kind, wish)
        return { audio: await alone('audio', audio), video: await alone('video', video) }
      }
    },
    async devices() {
      const all = (await mediaDevices?.enumerateDevices()) ?? []
      return all.flatMap(({ deviceId: id, kind, label }) => {
        if (kind === 'audiooutput') return []
        return [{ id, label, kind: kind === 'videoinput' ? ('video' as const) : ('audio' as const) }]
      })
    },
    subscribe(listener) {
      mediaDevices?.addEventListener('devicechange', listener)
      return () => mediaDevices?.removeEventListener('devicechange', listener)
    },
  }
}
