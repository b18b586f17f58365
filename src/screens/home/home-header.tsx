import { Trans } from '@lingui/react/macro'
import type { Ref } from 'react'
import { Logo } from '#src/ui/shell/logo.tsx'
import styles from './home-screen.module.css'

export function HomeHeader({ headingRef }: { headingRef?: Ref<HTMLHeadingElement> }) {
  return (
    <header className={styles.header}>
      <div className={styles.logo}>
        <Logo name="Numerito" />
      </div>
      <h1 ref={headingRef} tabIndex={-1} className={styles.headline}>
        <Trans>Busca una oficina y saca tu número</Trans>
      </h1>
    </header>
  )
}
