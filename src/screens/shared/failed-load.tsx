import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { errorText } from '#src/texts/error-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'
import { codeOf } from './code-of.ts'

export interface FailedLoadProps {
  error: unknown
  /**
   * The catalogue's own words for what could not be had, where §8 has some. That there is no network is said
   * as such.
   */
  words?: string
  onRetry: () => void
}

/** What could not be had, in the catalogue's words, and one way on. */
export function FailedLoad({ error, words, onRetry }: FailedLoadProps) {
  const { i18n } = useLingui()
  const code = codeOf(error)
  const isOffline = code === 'offline'
  return (
    <FailedState
      icon={isOffline ? 'offline' : 'warning'}
      title={
        isOffline ? (
          <Trans>No hay conexión. Lo intentamos de nuevo cuando vuelva.</Trans>
        ) : (
          (words ?? i18n._(errorText(code)))
        )
      }
      action={
        code === 'not-found' ? (
          <Button look="soft" href="/search" icon="search">
            <Trans>Busca una oficina</Trans>
          </Button>
        ) : (
          <Button look="soft" icon="refresh" onClick={onRetry}>
            <Trans>Intentar de nuevo</Trans>
          </Button>
        )
      }
    />
  )
}
