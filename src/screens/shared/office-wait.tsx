import { Plural, Trans } from '@lingui/react/macro'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { WaitShort } from '#src/texts/wait-text.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import styles from './office-wait.module.css'
import type { ShownWait } from './use-office-waits.ts'

/** From this age on a figure says when it was so. */
const OLD_MS = 5 * 60_000

/**
 * How long one would wait there, in two short lines: the minutes, the people. It has its place before it is
 * known, and keeps it where there is nothing to say.
 */
export function OfficeWait({ wait, now }: { wait: ShownWait; now: Date }) {
  const language = useLanguage()
  return (
    <span className={styles.wait}>
      {wait === null ? null : wait === 'asking' ? (
        <>
          <Skeleton width="min(8ch, 4rem)" />
          <br />
          <Skeleton width="min(10ch, 5rem)" />
        </>
      ) : (
        <>
          {wait.wait && (
            <>
              <b className={styles.minutes}>
                <WaitShort wait={wait.wait} />
              </b>
              <br />
            </>
          )}
          <Plural value={wait.waiting} _0="Nadie espera" one="# esperando" other="# esperando" />
          {now.getTime() - wait.at > OLD_MS && (
            <>
              <br />
              <Trans>a las {timeText(new Date(wait.at), language)}</Trans>
            </>
          )}
        </>
      )}
    </span>
  )
}
