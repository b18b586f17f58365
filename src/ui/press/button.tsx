import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import { Link, type LinkProps } from '../link.tsx'
import { Spinner } from '../state/spinner.tsx'
import styles from './button.module.css'

interface Looks {
  /**
   * main: the one thing to do here; soft: the other good choice; quiet and plain: help; hushed: a link
   * beside the main thing, for who looks for it; danger: text that leads to a loss; loss: the press that
   * loses; turn, turnQuiet: on the green of "your turn".
   */
  look?: 'main' | 'soft' | 'quiet' | 'plain' | 'hushed' | 'danger' | 'loss' | 'turn' | 'turnQuiet'
  size?: 'tight' | 'normal' | 'tall'
  wide?: boolean
  icon?: IconName
  iconAtEnd?: IconName
}

type AsButton = Looks & { href?: undefined; busy?: boolean } & ComponentProps<'button'>
type AsLink = Looks & { busy?: undefined } & LinkProps

export type ButtonProps = AsButton | AsLink

export function Button(props: ButtonProps) {
  const {
    look = 'main',
    size = 'normal',
    wide = false,
    icon,
    iconAtEnd,
    className,
    children,
    ...rest
  } = props
  const classes = classNames(
    styles.button,
    styles[look],
    size !== 'normal' && styles[size],
    wide && styles.wide,
    className,
  )
  if (rest.href !== undefined) {
    const { busy: _, ...link } = rest
    return (
      <Link {...link} className={classes}>
        <Inside icon={icon} iconAtEnd={iconAtEnd}>
          {children}
        </Inside>
      </Link>
    )
  }
  const { busy = false, onClick, href: _, ...button } = rest
  // Busy keeps the focus where it is, which `disabled` would throw away, and lets a second press come to
  // nothing.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...button}
      className={classes}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
    >
      <Inside icon={icon} iconAtEnd={iconAtEnd} busy={busy}>
        {children}
      </Inside>
    </button>
  )
}

function Inside(props: { icon?: IconName; iconAtEnd?: IconName; busy?: boolean; children?: ReactNode }) {
  return (
    <>
      {props.busy ? <Spinner /> : props.icon && <Icon name={props.icon} />}
      <span>{props.children}</span>
      {props.iconAtEnd && <Icon name={props.iconAtEnd} />}
    </>
  )
}
