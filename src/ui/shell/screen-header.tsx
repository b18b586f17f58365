import type { MouseEvent, ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../press/icon-button.tsx'
import styles from './screen-header.module.css'

export interface BackWay {
  label: string
  /** Where it leads; beside it, `onClick` may prevent that and go another way. */
  href?: string
  onClick?: (event: MouseEvent) => void
}

export interface ScreenHeaderProps {
  title: ReactNode
  kicker?: ReactNode
  back?: BackWay
  /** Signs at the right: `IconButton`s. */
  actions?: ReactNode
  /** Between back and actions, instead of a small title: the wizard's `Steps`. */
  between?: ReactNode
  /** large under the bar; small beside the way back. */
  size?: 'large' | 'small'
  /** 2 for a list beside the thing that was chosen from it: the thing's name is then the h1 of the screen. */
  level?: 1 | 2
  /** Takes the focus when the screen arrives. */
  headingRef?: Ref<HTMLHeadingElement>
}

/** The one h1 of a screen, and the ways out of it. */
export function ScreenHeader(props: ScreenHeaderProps) {
  const { title, kicker, back, actions, between, size = 'large', level = 1, headingRef } = props
  const isSmall = size === 'small'
  const Heading = `h${level}` as const
  const heading = (
    <Heading ref={headingRef} tabIndex={-1} className={classNames(styles.title, isSmall && styles.inBar)}>
      {title}
    </Heading>
  )
  return (
    <header className={styles.header}>
      {(back || actions || between || isSmall) && (
        <div className={styles.bar}>
          {back && <BackButton {...back} />}
          <div className={styles.between}>{isSmall ? heading : between}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {kicker && <p className={styles.kicker}>{kicker}</p>}
      {!isSmall && heading}
    </header>
  )
}

export function BackButton({ label, href, onClick }: BackWay) {
  if (href !== undefined) return <IconButton icon="back" label={label} href={href} onClick={onClick} />
  return <IconButton icon="back" label={label} onClick={onClick} />
}
