import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { DesktopFrame, Panes } from '#src/ui/shell/frames.tsx'
import { Logo } from '#src/ui/shell/logo.tsx'
import { NavRail } from '#src/ui/shell/nav-rail.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { destinations } from './destinations.ts'
import { SmallReservation, SmallTicket } from './receipts.tsx'
import { WaitingCard } from './waiting.tsx'

export function Desk() {
  return (
    <DesktopFrame
      rail={
        <NavRail label="Principal" items={destinations('Turnos')} logo={<Logo name="Numerito" />}>
          <Button look="plain" size="tight" icon="globe">
            Español
          </Button>
        </NavRail>
      }
    >
      <Panes
        hasDetail
        shown="A042"
        list={
          <>
            <ScreenHeader title="Turnos" />
            <ScreenBody>
              <SmallTicket />
              <SmallReservation />
            </ScreenBody>
          </>
        }
        detail={
          <div
            style={{
              inlineSize: 'min(32rem, 100% - 2 * var(--gutter))',
              margin: 'auto',
              display: 'grid',
              gap: 24,
            }}
          >
            <WaitingCard />
            <ButtonRow>
              <Button look="quiet" icon="nav">
                Cómo llegar
              </Button>
              <Button look="quiet" icon="pass">
                Dejar pasar
              </Button>
              <Button look="danger">Renunciar</Button>
            </ButtonRow>
          </div>
        }
      />
    </DesktopFrame>
  )
}
