import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './office-devices.module.css'

/** A secret that the server keeps nowhere to be read: here it is copied, or lost. */
export function ToldOnce({
  title,
  secret,
  onDone,
  children,
}: {
  title: ReactNode
  secret: string
  onDone: () => void
  children: ReactNode
}) {
  const [isCopied, setCopied] = useState(false)
  return (
    <>
      <Note tone="ok" role="status" title={title}>
        <p className={styles.address}>{secret}</p>
        <p>{children}</p>
      </Note>
      <Button
        look="soft"
        wide
        icon={isCopied ? 'check' : 'copy'}
        onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}
      >
        {isCopied ? <Trans>Copiado</Trans> : <Trans>Copiar</Trans>}
      </Button>
      <Button look="plain" wide onClick={onDone}>
        <Trans>Listo</Trans>
      </Button>
    </>
  )
}
