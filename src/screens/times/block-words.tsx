import { Plural, Trans } from '@lingui/react/macro'
import styles from './block-words.module.css'

/** An hour, and how many places it has where there is more than one. */
export function BlockWords({ time, availables }: { time: string; availables: number }) {
  return (
    <>
      {time}
      {availables === 0 ? (
        <span className="visually-hidden">
          {' '}
          <Trans>tomada</Trans>
        </span>
      ) : (
        availables > 1 && (
          <span className={styles.places}>
            {' '}
            <Plural value={availables} one="# cupo" other="# cupos" />
          </span>
        )
      )}
    </>
  )
}
