// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { loadLanguage } from '#src/desk/load-language.ts'
import { SignInForm } from '#src/desk/sign-in/sign-in-form.tsx'
import { showAtTheDoor } from './at-the-door.tsx'
import { type Answer, ana, type Asked, type DeskDoor, openDeskDoor, refused } from './desk-door.ts'

const RIGHT = 'la de Ana'
const WRONG = 'la de nadie'
const REFUSAL = 'El usuario o la contraseña no coinciden'

let door: DeskDoor
beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
beforeEach(async () => {
  door = await openDeskDoor()
  door.session.end()
  showAtTheDoor(
    door,
    <SignInForm>
      {(fields, button) => (
        <>
          {fields}
          {button}
        </>
      )}
    </SignInForm>,
  )
  type('Usuario', 'ana')
})
afterEach(() => {
  cleanup()
  door.close()
})

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (password: string) => {
  type('Contraseña', password)
  fireEvent.click(screen.getByRole('button', { name: 'Entrar' }))
}
const tried = () => door.asked.map(({ json }) => (json as { password: string } | undefined)?.password)
const phase = () => door.session.store.getState().phase
const answerTo = ({ json }: Asked): Answer =>
  (json as { password: string }).password === RIGHT
    ? { status: 200, json: ana }
    : refused(401, 'wrong-credentials')

/** Answers of which each waits until the test gives it; the true one to what was asked. */
function holdAnswers() {
  const held: (() => void)[] = []
  door.answer = asked => new Promise(resolve => held.push(() => resolve(answerTo(asked))))
  return {
    waiting: () => held.length,
    giveNext: () => act(async () => held.shift()?.()),
  }
}

it('says that the password is wrong, and lets in by the right one after it', async () => {
  door.answer = answerTo
  press(WRONG)
  await screen.findByText(REFUSAL)
  press(RIGHT)
  await expect.poll(phase).toBe('in')
  expect(tried()).toEqual([WRONG, RIGHT])
})

it('lets in who puts the password right and presses again before the answer to the wrong one', async () => {
  const answers = holdAnswers()
  press(WRONG)
  await expect.poll(answers.waiting).toBe(1)
  press(RIGHT)
  await answers.giveNext()
  await expect.poll(answers.waiting).toBe(1)
  expect(screen.queryByText(REFUSAL)).toBeNull()
  await answers.giveNext()
  await expect.poll(phase).toBe('in')
  expect(tried()).toEqual([WRONG, RIGHT])
})

it('asks once for the same password, however often it is pressed, and says so of the last one typed', async () => {
  const answers = holdAnswers()
  press(WRONG)
  await expect.poll(answers.waiting).toBe(1)
  press(WRONG)
  expect(screen.getByRole('button', { name: 'Entrar' }).getAttribute('aria-busy')).toBe('true')
  await answers.giveNext()
  await screen.findByText(REFUSAL)
  expect(screen.getByRole('button', { name: 'Entrar' }).getAttribute('aria-busy')).toBeNull()
  expect(tried()).toEqual([WRONG])
})

it('asks nothing more once somebody is let in, whatever was pressed meanwhile', async () => {
  const answers = holdAnswers()
  press(RIGHT)
  await expect.poll(answers.waiting).toBe(1)
  press(WRONG)
  await answers.giveNext()
  await expect.poll(phase).toBe('in')
  await expect.poll(() => screen.getByRole('button', { name: 'Entrar' }).getAttribute('aria-busy')).toBeNull()
  expect(tried()).toEqual([RIGHT])
  expect(screen.queryByText(REFUSAL)).toBeNull()
})

it('goes on after a pause with what was typed meanwhile', async () => {
  const said = () => tried().filter(password => password !== undefined)
  // Nothing can be proved here: of the challenge, too, comes a pause.
  door.answer = asked =>
    said().length < 2 ? refused(429, 'too-many-requests', { 'retry-after': '1' }) : answerTo(asked)
  press(WRONG)
  await expect.poll(said).toEqual([WRONG])
  press(RIGHT)
  await expect.poll(phase).toBe('in')
  expect(said()).toEqual([WRONG, RIGHT])
})
