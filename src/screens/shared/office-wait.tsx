import { Plural, Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { WaitShort } from '#src/texts/wait-text.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import styles from './office-wait.module.css'
import type { ShownWait } from './use-office-waits.ts'

/** From this age on a figure says when it was so. */
const OLD_MS = 5 * 60_000
/** About as much as is said once it is known. */
const LIKELY = { wait: { from: 10, to: 30 }, waiting: 10 }

/**
 * How long one would wait there, in two short lines: the minutes, the people. It has its place before it is
 * known, and keeps it where there is nothing to say.
 */
export function OfficeWait({ wait, now }: { wait: ShownWait; now: Date }) {
  const language = useLanguage()
  if (wait === null) return <span className={styles.wait} />
  const said = wait === 'asking' ? LIKELY : wait
  const Line = wait === 'asking' ? Skeleton : Fragment
  return (
    <span className={styles.wait}>
      {said.wait && (
        <>
          <Line>
            <b className={styles.minutes}>
              <WaitShort wait={said.wait} />
            </b>
          </Line>
          <br />
        </>
      )}
      <Line>
        <Plural value={said.waiting} _0="Nadie espera" one="# esperando" other="# esperando" />
      </Line>
      {wait !== 'asking' && now.getTime() - wait.at > OLD_MS && (
        <>
          <br />
          <Trans>a las {timeText(new Date(wait.at), language)}</Trans>
        </>
      )}
    </span>
  )
}
