import { Trans, useLingui } from '@lingui/react/macro'
import type { Policy } from '#contract/rest/policies.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import styles from './policy.module.css'

/** The text of a policy, over whatever is being filled in: reading it loses nothing. */
export function PolicySheet(props: { policy: Policy; open: boolean; onClose: () => void }) {
  const { policy, open, onClose } = props
  const { t } = useLingui()
  const language = useLanguage()
  const paragraphs = policy.texts[language].split(/\n\s*\n/)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Política de datos</Trans>}
      closeLabel={t`Cerrar`}
      isText
    >
      <div className={styles.text}>
        {paragraphs.map(paragraph => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p className={styles.version}>
          <Trans>Versión {policy.version}</Trans>
        </p>
      </div>
    </Sheet>
  )
}
