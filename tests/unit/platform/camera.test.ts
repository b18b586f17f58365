import { describe, expect, it } from 'vitest'
import { browserCamera } from '#src/platform/camera.ts'

const track = (kind: string) => ({ kind, getSettings: () => ({}) }) as unknown as MediaStreamTrack
const refusal = (name: string) => new DOMException('no', name)

/** A browser whose camera and microphone each can be had, or why not. */
function browser(problems: { audio?: string; video?: string }, denied: string[] = []) {
  const asked: string[][] = []
  const door = browserCamera({
    mediaDevices: {
      async getUserMedia(constraints = {}) {
        const kinds = (['audio', 'video'] as const).filter(kind => constraints[kind])
        asked.push(kinds)
        for (const kind of kinds) {
          const problem = problems[kind]
          if (problem) throw refusal(problem)
        }
        return {
          getTracks: () => kinds.map(track),
          getAudioTracks: () => kinds.filter(kind => kind === 'audio').map(track),
          getVideoTracks: () => kinds.filter(kind => kind === 'video').map(track),
        } as unknown as MediaStream
      },
      enumerateDevices: async () => [],
      addEventListener() {},
      removeEventListener() {},
    },
    permissions: {
      query: async ({ name }) => ({ state: denied.includes(name) ? 'denied' : 'prompt' }),
    },
  })
  return { door, asked }
}

const BOTH = { audio: 'any', video: 'any' } as const

describe('camera and microphone', () => {
  it('[VID-02] are asked for with one question', async () => {
    const { door, asked } = browser({})
    const { audio, video } = await door.open(BOTH)
    expect([audio?.track?.kind, video?.track?.kind]).toEqual(['audio', 'video'])
    expect(asked).toEqual([['audio', 'video']])
  })

  it('[VID-02] a camera that is missing or busy does not take the microphone with it', async () => {
    for (const [name, problem] of [
      ['NotFoundError', 'none'],
      ['NotReadableError', 'busy'],
    ] as const) {
      const { audio, video } = await browser({ video: name }).door.open(BOTH)
      expect(audio?.track?.kind).toBe('audio')
      expect(video).toEqual({ track: null, problem })
    }
  })

  it('[VID-02] who said no to the camera alone keeps the microphone; who said no is not asked again', async () => {
    const half = browser({ video: 'NotAllowedError' }, ['camera'])
    const { audio, video } = await half.door.open(BOTH)
    expect([audio?.track?.kind, video?.problem]).toEqual(['audio', 'refused'])
    expect(half.asked).toEqual([['audio', 'video'], ['audio']])

    const none = browser({ audio: 'NotAllowedError', video: 'NotAllowedError' }, ['camera', 'microphone'])
    const both = await none.door.open(BOTH)
    expect([both.audio?.problem, both.video?.problem]).toEqual(['refused', 'refused'])
    expect(none.asked).toHaveLength(1)
  })

  it('[VID-02] are refused where the page may have none, away from https', async () => {
    const { audio, video } = await browserCamera({}).open(BOTH)
    expect([audio?.problem, video?.problem]).toEqual(['refused', 'refused'])
  })
})
