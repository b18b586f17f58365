import type { CameraDoor } from '#src/platform/camera.ts'
import { MeetCall, type MeetCallOptions } from './meet-call.ts'
import { OwnMedia } from './own-media.ts'

export interface MeetSessionOptions extends Omit<MeetCallOptions, 'media'> {
  camera: CameraDoor
}

/** One visit to a video attention: first the own camera and microphone, then, with these, the call. */
export interface MeetSession {
  media: OwnMedia
  /** To be asked for once; whoever comes back begins a new visit. */
  enter(): MeetCall
  /** Leaves the call and lets go of everything. */
  close(): void
}

export function meetSession({ camera, ...options }: MeetSessionOptions): MeetSession {
  const media = new OwnMedia(camera)
  let call: MeetCall | null = null
  return {
    media,
    enter() {
      call = new MeetCall({ ...options, media })
      return call
    },
    close() {
      call?.leave()
      media.stop()
    },
  }
}
