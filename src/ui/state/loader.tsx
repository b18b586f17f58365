import { classNames } from '../class-names.ts'
import styles from './loader.module.css'
import { Spinner } from './spinner.tsx'

export interface LoaderProps {
  messages: readonly string[]
  /** Which message is shown; it may count on, since it turns round at the end of the list. */
  step: number
}

/** Covers the screen while a plan is made. Who shows it owns the clock that moves `step` on. */
export function Loader({ messages, step }: LoaderProps) {
  const now = messages.length === 0 ? 0 : step % messages.length
  return (
    <div className={styles.loader} aria-busy="true">
      <Spinner size="l" />
      <div className={styles.messages}>
        <output className="visually-hidden">{messages[now]}</output>
        {messages.map((message, at) => (
          <span
            key={message}
            aria-hidden="true"
            data-now={at === now || undefined}
            className={classNames(styles.message, at === now && styles.now)}
          >
            {message}
          </span>
        ))}
      </div>
    </div>
  )
}
