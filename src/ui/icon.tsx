import { classNames } from './class-names.ts'
import styles from './icon.module.css'
import { FIRST_ICON_PATHS, type IconName } from './icon-paths.ts'

export type { IconName }

const paths: Partial<Record<IconName, string>> = { ...FIRST_ICON_PATHS }

/** More of them, before they are drawn. */
export const addIcons = (more: typeof paths): void => void Object.assign(paths, more)

export interface IconProps {
  name: IconName
  /** m is 22 px beside running text, s 18, l 36; all grow with the text. */
  size?: 's' | 'm' | 'l'
  filled?: boolean
  /** Only where no word beside it says the same: the sign then speaks for itself. */
  label?: string
  className?: string
}

export function Icon({ name, size = 'm', filled = false, label, className }: IconProps) {
  return (
    <svg
      className={classNames(styles.icon, size !== 'm' && styles[size], filled && styles.filled, className)}
      viewBox="0 0 24 24"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}
