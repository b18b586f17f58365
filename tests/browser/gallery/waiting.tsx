import { useState } from 'react'
import { PeopleRow } from '#src/ui/card/people-row.tsx'
import { TicketBody, TicketCard, TicketFoot, TicketPerforation } from '#src/ui/card/ticket-card.tsx'
import { TicketFact, TicketNumber } from '#src/ui/card/ticket-number.tsx'
import { TurnStage } from '#src/ui/card/turn-stage.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { List } from '#src/ui/list/list.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Countdown } from '#src/ui/state/countdown.tsx'
import { sample } from './sample.ts'

export function WaitingCard() {
  const [ahead, setAhead] = useState(sample.ahead)
  return (
    <TicketCard office="Notaría Norte" line="Firmas y autorizaciones" brand="#0a5b8c" arriving>
      <TicketBody look="centred">
        <TicketNumber number={sample.number} size="big" label="Tu número" />
        <PeopleRow ahead={ahead} />
        <button type="button" className="large" onClick={() => setAhead(Math.max(0, ahead - 1))}>
          {ahead === 1 ? '1 persona' : `${ahead} personas`} antes que tú
        </button>
      </TicketBody>
      <TicketPerforation />
      <TicketFoot>
        <TicketFact label="Te llaman en" value="9–14 min" />
        <TicketFact label="Va en" value="A038" end />
      </TicketFoot>
    </TicketCard>
  )
}

export function Waiting() {
  const [isOn, setOn] = useState(true)
  return (
    <>
      <ScreenHeader size="small" title="Tu número" back={{ label: 'Volver', href: '/?screen=home' }} />
      <ScreenBody width="column">
        <WaitingCard />
        <List>
          <li style={{ padding: 'var(--s3) var(--s4)' }}>
            <Switch
              icon="bell"
              label="Avísame con el teléfono bloqueado"
              checked={isOn}
              onChange={setOn}
              tone={isOn ? 'ok' : 'plain'}
              stateText={isOn ? 'Activado' : 'Apagado'}
              action={isOn && <a href="#probar">Probar el aviso</a>}
            />
          </li>
        </List>
        <ButtonRow>
          <Button look="quiet" size="tight" icon="nav">
            Cómo llegar
          </Button>
          <Button look="quiet" size="tight" icon="pass">
            Dejar pasar
          </Button>
        </ButtonRow>
        <div
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            justifyContent: 'space-between',
            marginBlockStart: 'auto',
          }}
        >
          <Countdown remaining={12} total={30} label="Nuevo en 12 s" />
          <Button look="danger" size="tight">
            Renunciar
          </Button>
        </div>
      </ScreenBody>
    </>
  )
}

export function Called() {
  return (
    <TurnStage
      office="Notaría Norte"
      line="Firmas y autorizaciones"
      time="10:42"
      title="Es tu turno"
      number="A042"
      moduleLabel="Pasa al módulo"
      module={sample.module}
      actions={
        <>
          <Button look="turn" size="tall" icon="check" wide>
            Voy
          </Button>
          <Button look="turnQuiet" wide>
            Cómo llegar
          </Button>
        </>
      }
    />
  )
}
