import { Trans } from '@lingui/react/macro'
import HeldList from '#src/screens/held/held-list.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { codeOf } from '#src/screens/shared/code-of.ts'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useOffices } from '#src/screens/shared/use-offices.ts'
import { useSearchQuery } from '#src/screens/shared/use-search-state.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'
import { OfficeFrame } from './office-frame.tsx'

export interface UnreachedOfficeProps {
  officeSlug: string
  error: unknown
  onRetry: () => void
}

/** An office that gave no answer: what the list knows of it, and what is held there. */
export function UnreachedOffice({ officeSlug, error, onRetry }: UnreachedOfficeProps) {
  const { offices, since } = useOffices()
  const back = useBack(`/search${useSearchQuery()}`)
  const known = offices.find(({ slug }) => slug === officeSlug)
  if (!known || codeOf(error) === 'not-found') {
    return (
      <>
        <ScreenHeader size="small" title={<Trans>Oficina</Trans>} back={back} />
        <ScreenBody>
          <FailedLoad error={error} onRetry={onRetry} />
        </ScreenBody>
      </>
    )
  }
  return (
    <OfficeFrame office={known} age={<OfflineNote since={since} />}>
      <HeldList officeSlug={officeSlug} />
      <FailedState
        icon={codeOf(error) === 'offline' ? 'offline' : 'warning'}
        title={<Trans>No pudimos ver sus filas</Trans>}
        action={
          <Button look="soft" icon="refresh" onClick={onRetry}>
            <Trans>Intentar de nuevo</Trans>
          </Button>
        }
      />
    </OfficeFrame>
  )
}
