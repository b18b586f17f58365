import { useLingui } from '@lingui/react/macro'
import type { Office } from '#contract/rest/offices.ts'
import { categoryColour } from '#contract/categories.ts'
import { POSTER_TEXTS } from '#locales/poster/texts.ts'
import { LANGUAGES } from '#src/domain/languages.ts'
import { brandStyle } from '#src/ui/brand-style.ts'
import { QrCode } from '#src/ui/qr/qr-code.tsx'
import styles from './poster.module.css'

export interface PosterProps {
  office: Pick<Office, 'slug' | 'name' | 'category_id'>
  /** Of the one line to which the code leads; absent for the whole office. */
  line?: { line_id: number; name: string } | undefined
}

/** By its id, a line is found under whatever name: a poster hangs for years. */
const addressOf = ({ office, line }: PosterProps): string =>
  `${location.origin}${line ? `/lines/${line.line_id}` : `/offices/${office.slug}`}`

/** One page of A4: the way to a number, for whoever passes by with a phone. */
export function Poster({ office, line }: PosterProps) {
  const { t } = useLingui()
  const address = addressOf({ office, line })
  return (
    <article className={styles.page} style={brandStyle(categoryColour(office.category_id))}>
      <header className={styles.head}>
        <h1 className={styles.office}>{office.name}</h1>
        {line && <p className={styles.line}>{line.name}</p>}
      </header>
      <QrCode className={styles.code} text={address} label={t`Código QR del afiche`} />
      <ul className={styles.words}>
        {LANGUAGES.map(language => (
          <li key={language} lang={language}>
            <strong className={styles.title}>{POSTER_TEXTS[language].title}</strong>
            <span>{POSTER_TEXTS[language].how}</span>
          </li>
        ))}
      </ul>
      <p className={styles.address}>{address}</p>
    </article>
  )
}
