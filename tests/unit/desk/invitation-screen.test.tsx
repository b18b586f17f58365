// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { DeskSession } from '#contract/rest/desk.ts'
import type { Invitation } from '#contract/rest/staff.ts'
import InvitationScreen from '#src/desk/invitation/invitation-screen.tsx'
import { loadLanguage } from '#src/desk/load-language.ts'
import { createCaptcha } from '#server/identity/captcha.ts'
import { showAtTheDoor } from './at-the-door.tsx'
import { ana, openDeskDoor, refused } from './desk-door.ts'

const TOKEN = 'A'.repeat(43)
const INVITATION: Invitation = {
  kind: 'join',
  office_name: 'Notaría Norte',
  role: 'clerk',
  invited_by: 'Luis',
  user: null,
  expires_at: '2026-12-06T12:00:00Z',
}
const captcha = createCaptcha({ now: () => new Date() }, 'key', { cost: 1, from: 1, to: 5 })

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
afterEach(cleanup)

it('[ADMIN-03] who joins with the account that they have, beside somebody who guesses, proves some work and is in', async () => {
  const door = await openDeskDoor()
  door.answer = async ({ path, json }) => {
    if (path === '/invitations/look') return { status: 200, json: INVITATION }
    if (path === '/captcha') return { status: 200, json: await captcha.longChallenge(1) }
    const { captchaToken } = json as { captchaToken?: string }
    if (captchaToken === undefined) return refused(429, 'too-many-requests', { 'retry-after': '4' })
    await captcha.verify(captchaToken, 1)
    return { status: 201, json: ana }
  }
  const onCome = vi.fn<(clerk: DeskSession) => void>()
  showAtTheDoor(door, <InvitationScreen token={TOKEN} onLeave={() => {}} onCome={onCome} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Ya tengo usuario en otra oficina' }))
  fireEvent.change(screen.getByLabelText(/Usuario/), { target: { value: 'ana' } })
  fireEvent.change(screen.getByLabelText('Contraseña'), { target: { value: 'la de Ana' } })
  fireEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  await expect.poll(() => onCome.mock.calls[0]?.[0]).toEqual(ana)
  expect(door.asked.at(-1)?.json).toEqual({
    as: 'known',
    token: TOKEN,
    user: 'ana',
    password: 'la de Ana',
    captchaToken: expect.any(String),
  })
  door.close()
})

it('[ADMIN-03] a link that somebody used meanwhile leads to the door', async () => {
  const door = await openDeskDoor()
  door.answer = ({ path }) =>
    path === '/invitations/look' ? { status: 200, json: INVITATION } : refused(410, 'invitation-used')
  const onLeave = vi.fn<() => void>()
  showAtTheDoor(door, <InvitationScreen token={TOKEN} onLeave={onLeave} onCome={() => {}} />)
  fireEvent.change(await screen.findByLabelText(/Tu nombre/), { target: { value: 'Berta' } })
  fireEvent.change(screen.getByLabelText(/Usuario/), { target: { value: 'berta' } })
  fireEvent.change(screen.getByLabelText(/Contraseña/), { target: { value: 'una frase de Berta' } })
  expect(screen.queryByRole('button', { name: 'Entrar al mesón' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Entrar al mesón' }))
  expect(onLeave).toHaveBeenCalledOnce()
  door.close()
})
