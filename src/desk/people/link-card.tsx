import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { StaffLink } from '#contract/rest/staff.ts'
import { copyText } from '#src/platform/copy-text.ts'
import { Button } from '#src/ui/press/button.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { useLanguage } from '#src/texts/use-language.ts'
import { invitationLink } from '../invitation/invitation-address.ts'
import { QrCode } from '#src/ui/qr/qr-code.tsx'
import styles from './people.module.css'

/**
 * A link that is shown this once: to be copied, handed over by whatever the device knows, or read by a
 * camera.
 */
export function LinkCard({ link }: { link: StaffLink }) {
  const { t } = useLingui()
  const language = useLanguage()
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const address = invitationLink(location.origin, link.token)
  const until = new Date(link.expires_at).toLocaleString(language, { dateStyle: 'full', timeStyle: 'short' })
  const copy = async () => setCopied((await copyText(address)) ? 'yes' : 'no')
  return (
    <div className={styles.link}>
      <p>
        <Trans>
          Sirve una sola vez, hasta el {until}. Aquí se muestra solo ahora: cópialo o muestra el código.
        </Trans>
      </p>
      <QrCode text={address} label={t`Código QR del enlace`} className={styles.qr} />
      <TextField
        label={<Trans>El enlace</Trans>}
        readOnly
        value={address}
        onFocus={event => event.target.select()}
      />
      <Button icon="copy" wide onClick={() => void copy()}>
        <Trans>Copiar el enlace</Trans>
      </Button>
      {typeof navigator.share === 'function' && (
        <Button
          icon="share"
          look="soft"
          wide
          // Whoever closes the device's own sheet has simply changed their mind.
          onClick={() => void navigator.share({ url: address }).catch(() => {})}
        >
          <Trans>Compartir</Trans>
        </Button>
      )}
      <Button icon="print" look="soft" wide onClick={() => print()}>
        <Trans>Imprimir el código</Trans>
      </Button>
      <div aria-live="polite">
        {copied === 'yes' && (
          <Note tone="ok">
            <Trans>Copiado.</Trans>
          </Note>
        )}
        {copied === 'no' && (
          <Note tone="loss">
            <Trans>El navegador no dejó copiar: selecciona el enlace y cópialo tú.</Trans>
          </Note>
        )}
      </div>
    </div>
  )
}
