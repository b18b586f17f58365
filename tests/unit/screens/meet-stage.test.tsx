// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { MeetCall, MeetCallState } from '#src/meet/meet-call.ts'
import type { MeetSession } from '#src/meet/meet-session.ts'
import { OwnMedia } from '#src/meet/own-media.ts'
import { Told } from '#src/meet/told.ts'
import { MeetStage } from '#src/video/meet-stage.tsx'
import { HeldByColleague } from '#src/video/held-by-colleague.tsx'
import { MeetVisit } from '#src/video/meet-visit.tsx'
import { InSpanish, readSpanish } from './in-spanish.tsx'

beforeAll(readSpanish)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

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

it('[VID-02] takes no call from a colleague without asking, and asks again when asked to', () => {
  const onTakeOver = vi.fn<() => void>()
  render(<HeldByColleague onTakeOver={onTakeOver} away={null} />, { wrapper: InSpanish })
  const name = 'Otra persona de tu oficina está en la videollamada'
  const question = screen.getByRole<HTMLDialogElement>('alertdialog', { name })
  expect(question.open).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Dejar que siga' }))
  expect(question.open).toBe(false)
  const [again, sure] = screen.getAllByText('Entrar en su lugar')
  fireEvent.click(again as HTMLElement)
  expect(question.open).toBe(true)
  expect(onTakeOver).not.toHaveBeenCalled()
  fireEvent.click(sure as HTMLElement)
  expect(onTakeOver).toHaveBeenCalledOnce()
})

/** A visit whose call stands so, once it was entered. */
async function visitOf(change: Partial<MeetCallState>) {
  vi.stubGlobal('RTCPeerConnection', class {})
  const session: MeetSession = { media: nothing(), enter: () => callThat(change), close() {} }
  const plain = (children: ReactNode) => children
  render(
    <MeetVisit
      session={session}
      other="customer"
      frame={plain}
      stage={plain}
      onAgain={() => {}}
      away={<a href="/desk">Volver al mesón</a>}
    />,
    { wrapper: InSpanish },
  )
  // Once nobody is asked for camera and microphone any more.
  fireEvent.click(await screen.findByRole('button', { name: 'Entrar solo a ver y oír' }))
}

it.each([
  ['whose módulo went', { code: 'meet-other-modulo', wasIn: true }],
  ['whom another módulo came before', { code: 'meet-other-modulo', wasIn: false }],
  ['whose role went', { code: 'not-found', wasIn: true }],
] as const)(
  '[VID-02] [DESK-08] a clerk %s is offered no way back in vain, and reads why',
  async (_who, why) => {
    await visitOf({ phase: 'refused', ...why })
    await screen.findByText(/^Otro módulo llamó este número|^No lo encontramos/)
    screen.getByText('Volver al mesón')
    expect(screen.queryByRole('button')).toBeNull()
  },
)

it('[VID-01] who comes too early may try again', async () => {
  await visitOf({ phase: 'refused', code: 'meet-too-early', wasIn: false })
  await screen.findByRole('button', { name: 'Intentar de nuevo' })
})
