import { Plural, Trans } from '@lingui/react/macro'
import type { DeskState } from '#contract/rest/desk.ts'
import { type DeskLight as Light, deskLight } from '#contract/rules/desk-light.ts'
import { classNames } from '#src/ui/class-names.ts'
import styles from './desk-light.module.css'

export interface DeskLightProps {
  state: DeskState
  /** The lines that this desk calls from. */
  lines: DeskState['lines']
}

const MINUTE_MS = 60_000

/** How the desk's lines go, by how many wait and by the one who waits longest: a light, and in words. */
export function DeskLight({ state, lines }: DeskLightProps) {
  const waiting = lines.reduce((sum, line) => sum + line.waiting, 0)
  const since = lines.flatMap(line => line.waiting_since ?? []).toSorted()[0]
  // By the server's clock: the one of this computer may be wrong.
  const longest = since ? (Date.parse(state.at) - Date.parse(since)) / MINUTE_MS : null
  const light = deskLight({ waiting, longest }, state.warnings)
  return (
    <p className={styles.light} role="status">
      <span className={styles.lamps} aria-hidden="true">
        {(['green', 'amber', 'red'] as const).map(level => (
          <span
            key={level}
            className={classNames(styles.lamp, styles[level], level === light.level && styles.on)}
          />
        ))}
      </span>
      <span>
        <LightWords light={light} waiting={waiting} />
      </span>
    </p>
  )
}

function LightWords({ light, waiting }: { light: Light; waiting: number }) {
  if (light.level === 'green') {
    return (
      <Trans>
        <b>Va bien.</b> <Plural value={waiting} _0="Nadie espera." one="Espera #." other="Esperan #." />
      </Trans>
    )
  }
  const { limit } = light
  const why =
    light.because === 'minutes' ? (
      <Plural value={limit} one="Uno lleva más de # minuto." other="Uno lleva más de # minutos." />
    ) : (
      <Plural value={waiting} one="Espera #." other="Esperan #." />
    )
  return light.level === 'amber' ? (
    <>
      <b>
        <Trans>Va lento.</Trans>
      </b>{' '}
      {why}
    </>
  ) : (
    <>
      <b>
        <Trans>Va muy lento.</Trans>
      </b>{' '}
      {why}
    </>
  )
}
