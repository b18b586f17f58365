import { Component, type ReactNode } from 'react'
import { fallen } from '#src/screens/shared/late.ts'

export interface BoundaryProps {
  children: ReactNode
  /** What stands in their place where they fell over, or could not be fetched. */
  lost: ReactNode
  onFailed?: () => void
}

/** What fell over, or could not be fetched, takes nothing else with it, and is drawn anew with the rest. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    this.props.onFailed?.()
    fallen.push(() => this.setState({ hasFailed: false }))
  }

  override render() {
    return this.state.hasFailed ? this.props.lost : this.props.children
  }
}
