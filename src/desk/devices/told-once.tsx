import { Trans } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { copyText } from '#src/platform/copy-text.ts'
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
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const words = useRef<HTMLParagraphElement>(null)
  const copy = async () => {
    const isDone = await copyText(secret)
    setCopied(isDone ? 'yes' : 'no')
    if (!isDone && words.current) getSelection()?.selectAllChildren(words.current)
  }
  return (
    <>
      <Note tone="ok" role="status" title={title}>
        <p ref={words} className={styles.address}>
          {secret}
        </p>
        <p>{children}</p>
      </Note>
      <Button look="soft" wide icon={copied === 'yes' ? 'check' : 'copy'} onClick={() => void copy()}>
        {copied === 'yes' ? <Trans>Copiado</Trans> : <Trans>Copiar</Trans>}
      </Button>
      <div aria-live="polite">
        {copied === 'no' && (
          <Note tone="loss">
            <Trans>El navegador no dejó copiar. Quedó seleccionado: cópialo tú.</Trans>
          </Note>
        )}
      </div>
      <Button look="plain" wide onClick={onDone}>
        <Trans>Listo</Trans>
      </Button>
    </>
  )
}
