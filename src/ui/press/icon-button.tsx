import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import { Link, type LinkProps } from '../link.tsx'
import styles from './icon-button.module.css'

interface Common {
  icon: IconName
  /** Says what the press does; read aloud, and shown by the pointer. */
  label: string
}

export type IconButtonProps =
  | (Common & { href?: undefined; pressed?: boolean } & Omit<ComponentProps<'button'>, 'children'>)
  | (Common & { pressed?: undefined } & Omit<LinkProps, 'children'>)

/** A round target of 48 px. With `pressed` it is a toggle, and its sign is filled while it is on. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, className, pressed, ...rest } = props
  const classes = classNames(styles.button, className)
  const sign = <Icon name={icon} filled={pressed === true} />
  if (rest.href !== undefined)
    return (
      <Link {...rest} className={classes} aria-label={label} title={label}>
        {sign}
      </Link>
    )
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
    >
      {sign}
    </button>
  )
}
