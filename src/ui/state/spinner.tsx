import { classNames } from '../class-names.ts'
import styles from './spinner.module.css'

/**
 * Only the picture of waiting; the words are said by whoever waits. It stands still where motion is not
 * wanted.
 */
export function Spinner({ size = 'm' }: { size?: 'm' | 'l' }) {
  return <span aria-hidden="true" className={classNames(styles.spinner, size === 'l' && styles.l)} />
}
