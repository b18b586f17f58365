import { Trans } from '@lingui/react/macro'
import { Component, type ReactNode } from 'react'
import { Button } from '#src/ui/press/button.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'

export interface ScreenBoundaryProps {
  children: ReactNode
  onFailed: () => void
}

/**
 * A screen that fell over, or could not be fetched (no network, a version that is gone), must not take the
 * rest with it: it says so, and offers the one thing that helps.
 */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    this.props.onFailed()
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <FailedState
        title={<Trans>Esta pantalla no se pudo abrir</Trans>}
        action={
          <Button icon="refresh" onClick={() => location.reload()}>
            <Trans>Recargar</Trans>
          </Button>
        }
      >
        <Trans>Tus números siguen guardados.</Trans>
      </FailedState>
    )
  }
}
