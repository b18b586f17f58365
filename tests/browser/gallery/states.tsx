import { TicketBody, TicketCard, TicketFoot, TicketPerforation } from '#src/ui/card/ticket-card.tsx'
import { TicketNumber } from '#src/ui/card/ticket-number.tsx'
import type { TicketState } from '#src/ui/card/ticket-state.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { FIRST_ICON_PATHS } from '#src/ui/icon-paths.ts'
import { LATE_ICON_PATHS } from '#src/ui/late-icon-paths.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { EmptyState, FailedState } from '#src/ui/state/standstill.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'

const CARDS: [TicketState, string, string][] = [
  ['called', 'Es tu turno · módulo 3', '#b3291d'],
  ['pending', 'Por confirmar', '#5d4aa8'],
  ['confirmed', 'Confirmada', '#00707a'],
  ['attended', 'Atendido en el módulo 2', '#7a4b16'],
  ['skipped', 'Te ausentaste', '#2d1e8f'],
  ['given-up', 'Renunciaste a este número', '#4a5568'],
  ['expired', 'Este número ya no vale', '#946000'],
]

export function States() {
  return (
    <>
      <ScreenHeader title="Estados" />
      <ScreenBody>
        <Section title="Recibos">
          {CARDS.map(([state, word, brand]) => (
            <TicketCard
              key={state}
              office="Correos de Chile Centro"
              line="Envíos nacionales"
              brand={brand}
              state={state}
              word={word}
              level={3}
            >
              <TicketBody look="beside">
                <TicketNumber number="C017" />
                <div>
                  <strong>19 nov, 10:42</strong>
                </div>
              </TicketBody>
              <TicketPerforation />
              <TicketFoot>
                <Button look="plain" size="tight">
                  Ver
                </Button>
              </TicketFoot>
            </TicketCard>
          ))}
        </Section>
        <Section title="Notas">
          <Note icon="offline">Sin conexión. Lo que ves es de las 10:36.</Note>
          <Note tone="press" title="Instala Numerito" action={<Button size="tight">Instalar</Button>}>
            Así te avisa con el teléfono bloqueado.
          </Note>
          <Note tone="ok">Datos actualizados correctamente</Note>
          <Note tone="almost" title="Ya casi">
            Quedan 5 antes que tú.
          </Note>
          <Note tone="loss" role="alert">
            La fila en la que intentaste sacar un ticket ya no existe
          </Note>
          <p>
            <StateWord tone="ok">Abierto</StateWord> · <StateWord tone="almost">Mucha gente</StateWord> ·{' '}
            <StateWord tone="loss" icon="close">
              Cerrado
            </StateWord>
          </p>
        </Section>
        <Section title="Cargando">
          <div aria-busy="true">
            <List>
              {[18, 14, 20].map(width => (
                <ListRow
                  key={width}
                  title={<Skeleton width={`${width}ch`} />}
                  detail={<Skeleton width="12ch" />}
                  end={<Skeleton width="5ch" />}
                  endDetail={<Skeleton width="4ch" />}
                />
              ))}
            </List>
          </div>
        </Section>
        <EmptyState
          icon="ticket"
          title="Todavía no tienes turnos"
          action={<Button icon="search">Busca una oficina</Button>}
        >
          Cuando saques un número, lo verás aquí, también sin conexión.
        </EmptyState>
        <FailedState
          title="No se ha podido conectar con la sucursal"
          action={<Button>Intenta de nuevo</Button>}
        >
          Tu lugar en la fila no cambia.
        </FailedState>
        <Section title="Signos">
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: 14 }}>
            {(Object.keys({ ...FIRST_ICON_PATHS, ...LATE_ICON_PATHS }) as IconName[]).map(name => (
              <Icon key={name} name={name} label={name} />
            ))}
          </div>
        </Section>
      </ScreenBody>
    </>
  )
}
