import type { CameraDoor, MediaDevice, MediaKind, MediaProblem, Opened, Wish } from '#src/platform/camera.ts'
import type { Stop } from '#src/platform/subscribers.ts'
import { Told } from './told.ts'

export interface OwnSide {
  /** Null while it is off, or cannot be had. */
  track: MediaStreamTrack | null
  /** Why it cannot be had. */
  problem: MediaProblem | null
  /** Switched off by the person. */
  isOff: boolean
  /** The device in use, or the one last chosen. */
  device: string | null
}

export interface OwnMediaState {
  /** The browser is being asked, and perhaps the person. */
  isAsking: boolean
  audio: OwnSide
  video: OwnSide
  devices: readonly MediaDevice[]
  /** To which side the camera looks; the front's picture is shown mirrored. */
  facing: 'user' | 'environment'
}

const NOTHING: OwnSide = { track: null, problem: null, isOff: false, device: null }

/** One's own camera and microphone, before the call and in it. */
export class OwnMedia extends Told<OwnMediaState> {
  readonly #door: CameraDoor
  readonly #unsubscribe: Stop
  #isStopped = false

  constructor(door: CameraDoor) {
    super({ isAsking: false, audio: NOTHING, video: NOTHING, devices: [], facing: 'user' })
    this.#door = door
    this.#unsubscribe = door.subscribe(() => void this.#listDevices())
  }

  /** Opens both, as far as they can be had; again after a person changed their mind. */
  async check(): Promise<void> {
    if (this.getState().isAsking) return
    const { audio, video, facing } = this.getState()
    await this.#open({
      ...(!audio.track && !audio.isOff && { audio: 'any' as const }),
      ...(!video.track && !video.isOff && { video: { facing } }),
    })
  }

  /**
   * The microphone stays open while it is mute, so that speaking again costs no question; where it is gone,
   * or could not be had, it is asked for.
   */
  async mute(isOff: boolean): Promise<void> {
    const { audio, isAsking } = this.getState()
    if (audio.track) audio.track.enabled = !isOff
    this.become({ audio: { ...audio, isOff } })
    if (!isOff && !audio.track && !isAsking) await this.#open({ audio: 'any' })
  }

  /** Off means off: the camera's light goes out. */
  async turnCamera(isOff: boolean): Promise<void> {
    const { video, facing } = this.getState()
    if (isOff) {
      video.track?.stop()
      this.become({ video: { ...video, track: null, isOff } })
      return
    }
    this.become({ video: { ...video, isOff } })
    if (video.device === null) await this.#open({ video: { facing } })
    else await this.#open({ video: { device: video.device } }, { facing })
  }

  /** The other side of a phone; where the cameras do not say where they look, the next one. */
  async switchCamera(): Promise<void> {
    const { video, devices, facing } = this.getState()
    const cameras = devices.filter(({ kind }) => kind === 'video')
    const turned = facing === 'user' ? 'environment' : 'user'
    const isPhone = video.track?.getSettings().facingMode !== undefined
    const next = cameras[(cameras.findIndex(({ id }) => id === video.device) + 1) % cameras.length]
    if (isPhone) await this.#replace('video', { facing: turned }, turned)
    else if (next) await this.choose(next)
  }

  async choose({ kind, id }: Pick<MediaDevice, 'kind' | 'id'>): Promise<void> {
    await this.#replace(kind, { device: id })
  }

  /** Lets go of everything. */
  stop(): void {
    this.#isStopped = true
    this.#unsubscribe()
    const { audio, video } = this.getState()
    audio.track?.stop()
    video.track?.stop()
    this.become({ audio: { ...audio, track: null }, video: { ...video, track: null } })
  }

  async #replace(kind: MediaKind, wish: Wish, facing = this.getState().facing): Promise<void> {
    // First let go: phones have one camera open at a time.
    this.getState()[kind].track?.stop()
    this.become({ facing })
    await this.#open({ [kind]: wish })
  }

  /** @param otherCamera what does as well where the camera that is wished is gone */
  async #open(wishes: Partial<Record<MediaKind, Wish>>, otherCamera?: Wish): Promise<void> {
    // A screen may be drawn for a moment longer than what it shows: it asks the person nothing.
    if (this.#isStopped) return
    this.become({ isAsking: true })
    let opened = await this.#door.open(wishes)
    if (otherCamera && opened.video?.problem === 'none')
      opened = await this.#door.open({ video: otherCamera })
    if (this.#isStopped) {
      opened.audio?.track?.stop()
      opened.video?.track?.stop()
      this.become({ isAsking: false })
      return
    }
    this.become({
      isAsking: false,
      ...(opened.audio && { audio: this.#side('audio', opened.audio) }),
      ...(opened.video && { video: this.#side('video', opened.video) }),
    })
    await this.#listDevices()
  }

  #side(kind: MediaKind, { track, problem }: Opened): OwnSide {
    const before = this.getState()[kind]
    if (!track) return { ...before, track, problem }
    if (kind === 'audio') track.enabled = !before.isOff
    track.addEventListener('ended', () => this.#ended(kind, track))
    return { ...before, track, problem, device: track.getSettings().deviceId ?? null }
  }

  /** Unplugged, or taken back in the browser's settings. */
  #ended(kind: MediaKind, track: MediaStreamTrack): void {
    const side = this.getState()[kind]
    if (side.track === track) this.become({ [kind]: { ...side, track: null, problem: 'none' } })
  }

  async #listDevices(): Promise<void> {
    const devices = await this.#door.devices().catch(() => [])
    if (!this.#isStopped) this.become({ devices })
  }
}
