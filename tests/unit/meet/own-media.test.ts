import { expect, it } from 'vitest'
import { OwnMedia } from '#src/meet/own-media.ts'
import type { CameraDoor, MediaDevice, MediaKind, MediaProblem, Opened, Wish } from '#src/platform/camera.ts'

/** A track that says which device it is of, and can be pulled out. */
class FakeTrack extends EventTarget {
  enabled = true
  isStopped = false
  readonly device: string
  readonly facingMode: string | undefined

  constructor(device: string, facingMode?: string) {
    super()
    this.device = device
    this.facingMode = facingMode
  }
  getSettings() {
    return { deviceId: this.device, ...(this.facingMode && { facingMode: this.facingMode }) }
  }
  stop() {
    this.isStopped = true
  }
}

const device = (kind: MediaKind, id: string): MediaDevice => ({ kind, id, label: id })

/** @param isPhone whether its cameras say where they look */
function mediaOf(devices: MediaDevice[], { isPhone = false, problem = null as MediaProblem | null } = {}) {
  const opened: FakeTrack[] = []
  const give = (kind: MediaKind, wish: Wish): Opened => {
    if (problem) return { track: null, problem }
    if (wish !== 'any' && 'device' in wish && !devices.some(({ id }) => id === wish.device))
      return { track: null, problem: 'none' }
    const facing = wish !== 'any' && 'facing' in wish ? wish.facing : 'user'
    const id =
      wish !== 'any' && 'device' in wish
        ? wish.device
        : isPhone && kind === 'video'
          ? facing
          : (devices.find(one => one.kind === kind)?.id ?? '')
    const track = new FakeTrack(id, isPhone && kind === 'video' ? facing : undefined)
    opened.push(track)
    return { track: track as unknown as MediaStreamTrack, problem: null }
  }
  const door: CameraDoor = {
    open: async ({ audio, video }) => ({
      ...(audio && { audio: give('audio', audio) }),
      ...(video && { video: give('video', video) }),
    }),
    devices: async () => devices,
    subscribe: () => () => {},
  }
  return { media: new OwnMedia(door), opened }
}

const TWO_CAMERAS = [device('audio', 'mic'), device('video', 'one'), device('video', 'two')]

it('[VID-02] off means off: the camera is let go, and comes back as the same one', async () => {
  const { media, opened } = mediaOf(TWO_CAMERAS)
  await media.check()
  await media.choose({ kind: 'video', id: 'two' })
  await media.turnCamera(true)
  expect(opened.filter(({ device }) => device !== 'mic').every(({ isStopped }) => isStopped)).toBe(true)
  expect(media.getState().video).toMatchObject({ track: null, isOff: true, problem: null })
  await media.turnCamera(false)
  expect(media.getState().video).toMatchObject({ isOff: false, device: 'two' })
})

it('[VID-02] mute keeps the microphone, and a new one begins mute as well', async () => {
  const { media, opened } = mediaOf([...TWO_CAMERAS, device('audio', 'headset')])
  await media.check()
  await media.mute(true)
  expect(opened[0]).toMatchObject({ enabled: false, isStopped: false })
  await media.choose({ kind: 'audio', id: 'headset' })
  expect(opened.at(-1)).toMatchObject({ device: 'headset', enabled: false })
})

it('[VID-02] switches a phone’s camera from front to back, and a desk’s to the next one', async () => {
  const phone = mediaOf(TWO_CAMERAS, { isPhone: true })
  await phone.media.check()
  await phone.media.switchCamera()
  expect(phone.media.getState()).toMatchObject({ facing: 'environment', video: { device: 'environment' } })

  const desk = mediaOf(TWO_CAMERAS)
  await desk.media.check()
  await desk.media.switchCamera()
  expect(desk.media.getState().video.device).toBe('two')
  await desk.media.switchCamera()
  expect(desk.media.getState().video.device).toBe('one')
  // Phones have one camera open at a time.
  const cameras = desk.opened.filter(({ device }) => device !== 'mic')
  expect(cameras.filter(({ isStopped }) => !isStopped)).toHaveLength(1)
})

it('[VID-02] a device that is pulled out is said, and one that cannot be had is asked for again', async () => {
  const { media, opened } = mediaOf(TWO_CAMERAS)
  await media.check()
  opened[1]?.dispatchEvent(new Event('ended'))
  expect(media.getState().video).toMatchObject({ track: null, problem: 'none' })
  await media.check()
  expect(media.getState().video).toMatchObject({ problem: null, device: 'one' })

  const refused = mediaOf(TWO_CAMERAS, { problem: 'refused' })
  await refused.media.check()
  expect(refused.media.getState()).toMatchObject({
    audio: { problem: 'refused' },
    video: { problem: 'refused' },
    isAsking: false,
  })
})

it.each([
  ['was on', false],
  ['was off', true],
])(
  '[VID-02] turning the camera on takes another one where the last one was pulled out while it %s',
  async (_when, wasOff) => {
    const devices = [...TWO_CAMERAS]
    const { media, opened } = mediaOf(devices)
    await media.check()
    if (wasOff) await media.turnCamera(true)
    devices.splice(1, 1)
    if (!wasOff) opened[1]?.dispatchEvent(new Event('ended'))
    await media.turnCamera(false)
    expect(media.getState()).toMatchObject({ isAsking: false, video: { problem: null, device: 'two' } })
  },
)

it('[VID-02] speaking again opens another microphone where the one that was mute is gone', async () => {
  const { media, opened } = mediaOf([...TWO_CAMERAS, device('audio', 'headset')])
  await media.check()
  await media.mute(true)
  opened[1]?.dispatchEvent(new Event('ended'))
  opened[0]?.dispatchEvent(new Event('ended'))
  await media.mute(false)
  expect(media.getState().audio).toMatchObject({ isOff: false, problem: null })
  expect(opened.at(-1)).toMatchObject({ device: 'mic', enabled: true })
  expect(media.getState().audio.track).toBe(opened.at(-1))
  // Whoever asks to be heard does not ask to be seen.
  expect(media.getState().video.track).toBeNull()
})

it('[VID-02] lets go of everything at the end, also of what comes late', async () => {
  const { media, opened } = mediaOf(TWO_CAMERAS)
  const asking = media.check()
  media.stop()
  await asking
  expect(opened.map(({ isStopped }) => isStopped)).toEqual([true, true])
  expect(media.getState()).toMatchObject({ isAsking: false, video: { track: null } })
  // A screen that is still drawn for a moment asks the person nothing.
  await media.check()
  expect(opened).toHaveLength(2)
})
