import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskSession, DeskState } from '#contract/rest/desk.ts'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { ClerkAccount } from '../clerk-account.tsx'
import { actionErrorText } from '../desk-error-texts.ts'
import { useFate } from '../desk-tools.ts'
import { DeskFrame } from '../desk-frame.tsx'
import { OfficeDevices } from '../devices/office-devices.tsx'
import { FateNote } from '../fate-note.tsx'
import { OfficeNews, type OfficeTrouble } from '../office-news.tsx'
import { useDeskAction } from '../use-desk-action.ts'
import { useHeadingFocus } from '../use-heading-focus.ts'
import styles from './choose-modulo-screen.module.css'
import { ModuloGrid } from './modulo-grid.tsx'
import { TakeOverDialog } from './take-over-dialog.tsx'

export interface ChooseModuloScreenProps {
  clerk: DeskSession
  state: DeskState
  timeZone: string
  trouble: OfficeTrouble | null
  /** Back to the choice of office; absent where there is none. */
  onLeave?: () => void
}

export function ChooseModuloScreen({ clerk, state, timeZone, trouble, onLeave }: ChooseModuloScreenProps) {
  const { t, i18n } = useLingui()
  const heading = useHeadingFocus()
  const { act, pending, error } = useDeskAction(clerk.clerk_id, state.office_id)
  const fate = useFate()
  const { modulos } = state
  const [wanted, setWanted] = useState<{ modulo: (typeof modulos)[number]; isAsked: boolean } | null>(null)
  return (
    <DeskFrame account={<ClerkAccount clerk={clerk} />}>
      <div className={styles.column}>
        <ScreenHeader
          headingRef={heading}
          back={onLeave && { label: t`Cambiar de oficina`, onClick: onLeave }}
          kicker={state.office_name}
          title={<Trans>¿En qué módulo estás?</Trans>}
        />
        <ScreenBody>
          <div role="alert">
            {fate ? (
              <FateNote fate={fate} />
            ) : (
              error && <Note tone="loss">{i18n._(actionErrorText(error))}</Note>
            )}
          </div>
          {modulos.length === 0 ? (
            <EmptyState icon="screen" title={<Trans>Esta oficina no tiene módulos</Trans>}>
              <Trans>Pide a quien administra tu organización que agregue uno.</Trans>
            </EmptyState>
          ) : (
            <ModuloGrid
              modulos={modulos}
              timeZone={timeZone}
              busy={pending !== null}
              onOpen={moduloId => act({ do: 'open-modulo', moduloId })}
              onTakeOver={modulo => setWanted({ modulo, isAsked: true })}
            />
          )}
          {wanted && (
            <TakeOverDialog
              clerkId={clerk.clerk_id}
              officeId={state.office_id}
              modulo={wanted.modulo}
              open={wanted.isAsked}
              onClose={() => setWanted({ ...wanted, isAsked: false })}
            />
          )}
          <OfficeDevices clerk={clerk} state={state} />
          <div aria-live="polite">{trouble && <OfficeNews {...trouble} />}</div>
        </ScreenBody>
      </div>
    </DeskFrame>
  )
}
