import type { IconName } from '../icon-paths.ts'

/** What a colour means here. `turn` is the call itself; `plain` says nothing by colour. */
export type Tone = 'plain' | 'press' | 'ok' | 'almost' | 'loss' | 'turn'

/** The sign that says the same as the colour, for those who cannot see the colour. */
export const TONE_ICON: Record<Tone, IconName> = {
  plain: 'info',
  press: 'info',
  ok: 'check',
  almost: 'warning',
  loss: 'warning',
  turn: 'bell',
}
