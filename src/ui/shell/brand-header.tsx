import type { ReactNode, Ref } from 'react'
import { brandStyle } from '../brand-style.ts'
import styles from './brand-header.module.css'
import { BackButton, type BackWay } from './screen-header.tsx'

export interface BrandHeaderProps {
  /** The office's colour, as #rrggbb. */
  brand?: string
  kicker?: ReactNode
  title: ReactNode
  /** In a row under the name: `StateWord`, the distance. */
  facts?: ReactNode
  back?: BackWay
  actions?: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
}

/** The head of an office's own screen: the same colour as the head of the cards that it gives out. */
export function BrandHeader({ brand, kicker, title, facts, back, actions, headingRef }: BrandHeaderProps) {
  return (
    <header className={styles.header} style={brandStyle(brand)}>
      {(back || actions) && (
        <div className={styles.bar}>
          {back && <BackButton {...back} />}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {kicker && <p className={styles.kicker}>{kicker}</p>}
      <h1 ref={headingRef} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {facts && <div className={styles.facts}>{facts}</div>}
    </header>
  )
}
