import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { categoryColour } from '#contract/categories.ts'
import type { DeskSession, DeskState } from '#contract/rest/desk.ts'
import type { Office } from '#contract/rest/offices.ts'
import { Button } from '#src/ui/press/button.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'
import styles from './desk.module.css'
import { ClerkAccount } from './clerk-account.tsx'
import { questionErrorText } from './desk-error-texts.ts'
import { DeskFrame } from './desk-frame.tsx'
import { ChooseModuloScreen } from './modulo/choose-modulo-screen.tsx'
import { useIsGuarded } from './leave-guard.ts'
import { useOffice } from './use-office.ts'
import { WorkScreen } from './work/work-screen.tsx'
import { WorkSkeleton } from './work/work-skeleton.tsx'

export interface OfficeScreenProps {
  clerk: DeskSession
  office: Office
  /** Back to the choice of office; absent where there is none. */
  onLeave?: () => void
}

/** An office as its server sees it: with a module open one works, without one, one is chosen. */
export function OfficeScreen({ clerk, office, onLeave }: OfficeScreenProps) {
  const { i18n } = useLingui()
  const { data, error, dataUpdatedAt, refetch } = useOffice(clerk.clerk_id, office.id)
  const state = useKeptWhileTyped(data)
  if (!state) {
    return (
      <DeskFrame place={<h1>{office.name}</h1>} account={<ClerkAccount clerk={clerk} />} busy={!error}>
        {error ? (
          <div className={styles.middle}>
            <FailedState
              title={<Trans>No pudimos abrir {office.name}</Trans>}
              action={
                <>
                  <Button icon="refresh" onClick={() => void refetch()}>
                    <Trans>Intentar de nuevo</Trans>
                  </Button>
                  {onLeave && (
                    <Button look="plain" onClick={onLeave}>
                      <Trans>Cambiar de oficina</Trans>
                    </Button>
                  )}
                </>
              }
            >
              {i18n._(questionErrorText(error))}
            </FailedState>
          </div>
        ) : (
          <WorkSkeleton brand={categoryColour(office.category_id)} />
        )}
      </DeskFrame>
    )
  }
  const trouble = error && { error, seenAt: Date.parse(state.at) }
  return state.modulo ? (
    <WorkScreen
      clerk={clerk}
      office={office}
      state={state}
      modulo={state.modulo}
      stateSeenAt={dataUpdatedAt}
      trouble={trouble}
    />
  ) : (
    <ChooseModuloScreen
      clerk={clerk}
      state={state}
      timeZone={office.time_zone}
      trouble={trouble}
      onLeave={onLeave}
    />
  )
}

/** Which screen it is: without a módulo, at work, or on a break. */
function screenOf({ modulo, modulos }: DeskState): 'choice' | 'work' | 'break' {
  if (modulo === null) return 'choice'
  return modulos.find(({ id }) => id === modulo.id)?.break_until ? 'break' : 'work'
}

/**
 * While something is typed over the work, or over the choice of a módulo, a módulo that another window closes
 * or opens, and a break that begins there, take nothing of it away: the desk is drawn as it stood, until that
 * is sent or left.
 */
function useKeptWhileTyped(state: DeskState | undefined): DeskState | undefined {
  const isTyped = useIsGuarded()
  const [shown, setShown] = useState(state)
  const isOther = isTyped && shown && state && screenOf(shown) !== screenOf(state)
  if (isOther) return shown
  if (shown !== state) setShown(state)
  return state
}
