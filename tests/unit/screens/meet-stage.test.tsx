// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { MeetCall } from '#src/meet/meet-call.ts'
import { OwnMedia } from '#src/meet/own-media.ts'
import { Told } from '#src/meet/told.ts'
import { MeetStage } from '#src/video/meet-stage.tsx'
import { InSpanish, readSpanish } from './in-spanish.tsx'

beforeAll(readSpanish)
afterEach(cleanup)

/** A microphone that can be pulled out. */
class FakeTrack extends EventTarget {
  enabled = true
  getSettings = () => ({ deviceId: 'mic' })
  stop() {}
}

const call = new Told({
  phase: 'connected',
  remote: null,
  other: { camera: true, microphone: true },
  since: null,
  isOffline: false,
  isDemonstration: false,
}) as unknown as MeetCall

it('[VID-02] says in the call what became of one’s own camera and microphone, and not what one knew on entering', async () => {
  const microphone = new FakeTrack()
  const media = new OwnMedia({
    open: async ({ audio, video }) => ({
      ...(audio && { audio: { track: microphone as unknown as MediaStreamTrack, problem: null } }),
      ...(video && { video: { track: null, problem: 'none' } }),
    }),
    devices: async () => [],
    subscribe: () => () => {},
  })
  await media.check()
  render(<MeetStage call={call} media={media} other="office" />, { wrapper: InSpanish })
  expect(screen.queryByText(/^No encontramos/)).toBeNull()
  act(() => void microphone.dispatchEvent(new Event('ended')))
  const said = screen.getByText('No encontramos un micrófono')
  expect(said.closest('[role="status"]')).not.toBeNull()
  expect(screen.queryByText('No encontramos una cámara')).toBeNull()
  // Whoever asks for it hears why it does not come.
  fireEvent.click(screen.getByRole('button', { name: 'Encender cámara' }))
  await screen.findByText('No encontramos una cámara')
})
