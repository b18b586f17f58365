import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { PaperNumber } from '#contract/rest/desk.ts'
import { longDayText, timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { WaitText } from '#src/texts/wait-text.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { QrCode } from '#src/ui/qr/qr-code.tsx'
import styles from './paper-slip.module.css'

/** Where the QR leads: the application that this page came from. */
const followAddress = (secret: string) => `${location.origin}/n/${secret}`

/** The number on 80 mm of paper: what the dispenser would have given, and how a phone may follow it. */
export function PaperSlip({ paper }: { paper: PaperNumber }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { ahead, wait, ticket } = paper
  const taken = new Date(paper.inserted_at)
  return (
    <article className={styles.slip} aria-label={t`Papel del número ${ticket}`}>
      <p className={styles.office}>{paper.office_name}</p>
      <p>{paper.line_name}</p>
      <p className={classNames(styles.number, 'numerals')}>{ticket}</p>
      <p className={styles.wait}>
        {ahead === 0 ? (
          <Trans>Sigues tú</Trans>
        ) : (
          <Plural value={ahead} one="# persona antes" other="# personas antes" />
        )}
        {wait && ahead > 0 && (
          <>
            {' '}
            <span className={styles.minutes}>
              · <WaitText wait={wait} />
            </span>
          </>
        )}
      </p>
      <QrCode
        className={styles.qr}
        text={followAddress(paper.secret)}
        label={t`Código QR para seguir el número ${ticket} en un teléfono`}
      />
      <p className={styles.office}>
        <Trans>Apunta tu cámara aquí</Trans>
      </p>
      <p>
        <Trans>y te llamamos al teléfono</Trans>
      </p>
      <p className={styles.when}>
        {longDayText(taken, language, paper.time_zone)}, {timeText(taken, language, paper.time_zone)}
      </p>
    </article>
  )
}
