import { TicketBody, TicketCard, TicketFoot, TicketPerforation } from '#src/ui/card/ticket-card.tsx'
import { TicketNumber } from '#src/ui/card/ticket-number.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow, RowFigure } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { BottomDock } from '#src/ui/shell/bottom-dock.tsx'
import { BottomNav } from '#src/ui/shell/bottom-nav.tsx'
import { MobileFrame } from '#src/ui/shell/frames.tsx'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { SlimBar } from '#src/ui/shell/slim-bar.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { destinations } from './destinations.ts'

export function SmallTicket() {
  return (
    <TicketCard office="Notaría Norte" line="Firmas y autorizaciones" brand="#0a5b8c">
      <TicketBody look="beside">
        <TicketNumber number="A042" />
        <div>
          <strong>3 antes que tú</strong>
          <p className="soft">9–14 min a las 10:36</p>
        </div>
      </TicketBody>
      <TicketPerforation />
      <TicketFoot>
        <span className="soft">Hoy, 10:21</span>
        <Button look="plain" size="tight">
          Ver
        </Button>
      </TicketFoot>
    </TicketCard>
  )
}

export function SmallReservation() {
  return (
    <TicketCard
      office="Vida Integra Maipú"
      line="Toma de muestras"
      brand="#0d7d4c"
      icon="calendar"
      state="confirmed"
    >
      <TicketBody look="beside">
        <TicketNumber number="mar 24, 9:30" size="date" />
        <div>
          <StateWord tone="ok">Confirmada</StateWord>
          <p className="soft">RV7K2</p>
        </div>
      </TicketBody>
      <TicketPerforation />
      <TicketFoot>
        <Button look="plain" size="tight" icon="download">
          Descargar
        </Button>
        <Button look="danger" size="tight">
          Cancelar
        </Button>
      </TicketFoot>
    </TicketCard>
  )
}

export function Receipts() {
  return (
    <MobileFrame
      dock={
        <BottomDock>
          <SlimBar
            docked
            href="/?screen=waiting"
            number="A042"
            title="3 antes que tú"
            detail="~12 min"
            brand="#0a5b8c"
          />
          <BottomNav label="Principal" items={destinations('Turnos')} />
        </BottomDock>
      }
    >
      <ScreenHeader title="Turnos" />
      <ScreenBody>
        <Note icon="offline">Sin conexión. Lo que ves es de las 10:36.</Note>
        <SmallTicket />
        <SmallReservation />
        <Section title="Antes">
          <List>
            <ListRow
              title="Correos de Chile Centro"
              detail="19 nov · módulo 2"
              end={<RowFigure>C017</RowFigure>}
            />
            <ListRow
              title="Servipag Ahumada"
              detail="12 nov · te ausentaste"
              end={<RowFigure>P203</RowFigure>}
            />
          </List>
        </Section>
      </ScreenBody>
    </MobileFrame>
  )
}
