import type { Asking } from './asking.ts'
import { type AtDesk, lookAtDesk, press } from './hands-of-clerks.ts'
import { keys } from './keys.ts'
import { post } from './operation.ts'
import type { Phone } from './phone.ts'

/**
 * Says one last thing to everybody at an office, and waits until its phones have heard it: what was to be
 * told before, they were told by then. To wait for the newest fact of the log instead may be in vain, where
 * that is one for its owner's phone alone.
 */
export async function sayLastWord(asking: Asking, at: AtDesk, phones: readonly Phone[]): Promise<void> {
  const freeze = async (frozen: boolean) => {
    const [line = 0] = at.office.lines
    const promises = [{ key: keys.frozen(line), perhaps: true as const }]
    const path = `/offices/${at.office.office_id}/lines/${line}/frozen`
    await press(asking, at, 'last word', post('desk', path, { frozen }, promises))
  }
  await freeze(true)
  const before = await lookAtDesk(asking, at)
  await freeze(false)
  const after = await lookAtDesk(asking, at)
  if (before === null || after === null) throw new Error('no server is there to say the last word')
  const told = phones.map(phone => phone.toldUntil('line:frozen', { before, after }))
  asking.history.told.push(...(await Promise.all(told)))
}
