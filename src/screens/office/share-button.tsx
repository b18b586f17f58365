import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Office } from '#contract/rest/offices.ts'
import { type Shared, shareLink } from '#src/platform/share-link.ts'
import { Button } from '#src/ui/press/button.tsx'

/** Hands on the office's own address, without the search that led here. */
export function ShareButton({ office: { name, slug } }: { office: Pick<Office, 'name' | 'slug'> }) {
  const [shared, setShared] = useState<Shared | null>(null)
  const url = `${location.origin}/offices/${slug}`
  const outcome =
    shared === 'copied' ? (
      <Trans>Enlace copiado</Trans>
    ) : shared === 'failed' ? (
      <Trans>No se pudo compartir</Trans>
    ) : null
  return (
    <>
      <Button
        look="quiet"
        size="tight"
        icon={shared === 'copied' ? 'check' : 'share'}
        onClick={() => void shareLink({ title: name, url }).then(setShared)}
      >
        {outcome ?? <Trans>Compartir</Trans>}
      </Button>
      <span role="status" className="visually-hidden">
        {outcome}
      </span>
    </>
  )
}
