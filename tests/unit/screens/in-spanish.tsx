import '#src/ui/late-icons.ts'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { loadCatalog, screenWords } from '#src/texts/load-catalog.ts'
import { LinkProvider } from '#src/ui/link.tsx'

/** To be awaited before the first render: the real Spanish words. */
export async function readSpanish(): Promise<void> {
  await loadCatalog('es')
  await screenWords()
}

/** What the application puts round every screen, as a testing-library wrapper. */
export function InSpanish({ children }: { children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <LinkProvider value={Link}>{children}</LinkProvider>
    </I18nProvider>
  )
}
