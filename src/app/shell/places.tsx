import styles from './places.module.css'

/** Where the destinations will stand, kept free until they come. */
export const DockPlace = () => <div className={styles.dock} />
export const RailPlace = () => <div className={styles.rail} />
