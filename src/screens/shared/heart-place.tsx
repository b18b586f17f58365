import styles from './heart.module.css'

/** Where a heart will stand, before there is one to be pressed. */
export const HeartPlace = () => <span className={styles.place} />
