// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { MeetCall, MeetCallState } from '#src/meet/meet-call.ts'
import { OwnMedia } from '#src/meet/own-media.ts'
import { Told } from '#src/meet/told.ts'
import { MeetStage } from '#src/video/meet-stage.tsx'
import { TakenByColleague } from '#src/video/taken-by-colleague.tsx'
import { InSpanish, readSpanish } from './in-spanish.tsx'

beforeAll(readSpanish)
afterEach(cleanup)

/** A microphone that can be pulled out. */
class FakeTrack extends EventTarget {
  enabled = true
  getSettings = () => ({ deviceId: 'mic' })
  stop() {}
}

const callThat = (change: Partial<MeetCallState>, tryAgain = () => {}) =>
  Object.assign(
    new Told({
      phase: 'connected',
      remote: null,
      other: { camera: true, microphone: true },
      since: null,
      isStuck: false,
      isOffline: false,
      isDemonstration: false,
      ...change,
    }),
    { tryAgain },
  ) as unknown as MeetCall
const nothing = () =>
  new OwnMedia({ open: async () => ({}), devices: async () => [], subscribe: () => () => {} })

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
  render(<MeetStage call={callThat({})} media={media} other="office" />, { wrapper: InSpanish })
  expect(screen.queryByText(/^No encontramos/)).toBeNull()
  act(() => void microphone.dispatchEvent(new Event('ended')))
  const said = screen.getByText('No encontramos un micrófono')
  expect(said.closest('[role="status"]')).not.toBeNull()
  expect(screen.queryByText('No encontramos una cámara')).toBeNull()
  // Whoever asks for it hears why it does not come.
  fireEvent.click(screen.getByRole('button', { name: 'Encender cámara' }))
  await screen.findByText('No encontramos una cámara')
})

it.each(['connecting', 'reconnecting'] as const)(
  '[VID-02] says where two do not find each other (%s), and tries again when asked',
  phase => {
    const tryAgain = vi.fn<() => void>()
    const call = callThat({ phase, isStuck: true }, tryAgain)
    render(<MeetStage call={call} media={nothing()} other="office" />, { wrapper: InSpanish })
    const said = screen.getByText('No logramos conectar la videollamada')
    expect(said.closest('[role="status"]')).not.toBeNull()
    expect(screen.queryByText(/^Conectando|Reconectando/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }))
    expect(tryAgain).toHaveBeenCalledOnce()
  },
)

it('[VID-02] says that the network is lost where it is, however long nobody is found', () => {
  const call = callThat({ phase: 'reconnecting', isStuck: true, isOffline: true })
  render(<MeetStage call={call} media={nothing()} other="office" />, { wrapper: InSpanish })
  screen.getByText('Se cortó la conexión. Reconectando…')
  expect(screen.queryByText('No logramos conectar la videollamada')).toBeNull()
})

it('[VID-02] takes no call back from a colleague without asking', async () => {
  const onAgain = vi.fn<() => void>()
  render(<TakenByColleague onAgain={onAgain} away={null} />, { wrapper: InSpanish })
  screen.getByText('Otra persona de tu oficina tomó la videollamada')
  fireEvent.click(screen.getByRole('button', { name: 'Volver a entrar' }))
  const question = screen.getByRole('alertdialog', { name: '¿Quitarle la videollamada?' })
  expect(onAgain).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Entrar en su lugar' }))
  expect(onAgain).toHaveBeenCalledOnce()
  expect(question).toBeTruthy()
})
