// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { DeskSession } from '#contract/rest/desk.ts'
import type { DeskTools } from '#src/desk/desk-tools.ts'
import { createSessionStore } from '#src/desk/session-store.ts'
import { DeskVideoPanel } from '#src/desk/video/desk-video-panel.tsx'
import { InSpanish, readSpanish } from '../screens/in-spanish.tsx'
import { inDesk } from './in-desk.tsx'

beforeAll(readSpanish)
const microphone = () =>
  Object.assign(new EventTarget(), {
    kind: 'audio',
    enabled: true,
    getSettings: () => ({}),
    stop: vi.fn<() => void>(),
  })
/** As much of the browser's as the level of the microphone asks for: it hears nothing. */
class SilentAudio {
  createAnalyser = () => ({ fftSize: 32, getFloatTimeDomainData() {} })
  createMediaStreamSource = () => ({ connect() {} })
  async close() {}
}
let opened: ReturnType<typeof microphone>[]
beforeEach(() => {
  opened = []
  vi.stubGlobal('RTCPeerConnection', class {})
  vi.stubGlobal('MediaStream', class {})
  vi.stubGlobal('AudioContext', SilentAudio)
  const getUserMedia = async () => {
    const track = microphone()
    opened.push(track)
    return { getTracks: () => [track], getAudioTracks: () => [track], getVideoTracks: () => [] }
  }
  const mediaDevices = Object.assign(new EventTarget(), { getUserMedia, enumerateDevices: async () => [] })
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('[VID-02] [SEC-04] whose session is over at the desk is seen and heard no more, and begins anew when they are in', async () => {
  const session = createSessionStore()
  const clerk = { clerk_id: 7, token: 'ana' } as DeskSession
  session.begin(clerk)
  const Desk = inDesk({ session } as DeskTools, new QueryClient())
  render(
    <InSpanish>
      <Desk>
        <DeskVideoPanel
          meeting={{ reserve: '55555555-5555-4555-8555-555555555555' }}
          onLeave={() => {}}
          onTogether={() => {}}
        />
      </Desk>
    </InSpanish>,
  )
  await screen.findByRole('button', { name: /^Entrar/ })
  await vi.waitFor(() => expect(opened).not.toEqual([]))
  const before = [...opened]
  await act(async () => session.expire())
  expect(screen.queryByRole('button', { name: /^Entrar/ })).toBeNull()
  for (const track of before) expect(track.stop).toHaveBeenCalled()
  await act(async () => session.begin({ ...clerk, token: 'ana again' }))
  await screen.findByRole('button', { name: /^Entrar/ })
  await vi.waitFor(() => expect(opened.length).toBeGreaterThan(before.length))
})
