import type { Page } from 'playwright-core'
import { CLERK } from './desk-office.ts'

/** The clerk signs in, on the page that asks for it. */
export async function signInAtDesk(desk: Page): Promise<void> {
  await desk.getByLabel('Usuario').fill(CLERK.user)
  await desk.getByLabel('Contraseña').fill(CLERK.password)
  await desk.keyboard.press('Enter')
}

/** The clerk signs in at an office, and opens módulo 3. */
export async function sitDown(desk: Page, { origin, office_id }: { origin: string; office_id: number }) {
  await desk.goto(`${origin}/desk?office=${office_id}`)
  await signInAtDesk(desk)
  await desk.getByRole('button', { name: 'Módulo 3' }).click()
  await desk.getByRole('heading', { name: 'Módulo 3' }).waitFor()
}
