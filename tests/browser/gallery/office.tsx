import { useState } from 'react'
import { List } from '#src/ui/list/list.tsx'
import { ListRow, RowFigure } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { BrandHeader } from '#src/ui/shell/brand-header.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'

export function Office() {
  const [isFavorite, setFavorite] = useState(false)
  return (
    <>
      <BrandHeader
        brand="#0a5b8c"
        kicker="Notarías"
        title="Notaría Norte"
        back={{ label: 'Volver', href: '/?screen=home' }}
        actions={
          <IconButton
            icon="heart"
            label="Favorita"
            pressed={isFavorite}
            onClick={() => setFavorite(!isFavorite)}
          />
        }
        facts={
          <>
            <StateWord>Abierto hasta las 14:00</StateWord>
            <span>650 m</span>
          </>
        }
      />
      <ScreenBody>
        <ButtonRow>
          <Button look="quiet" size="tight" icon="nav" href="https://maps.example/" target="_blank">
            Cómo llegar
          </Button>
          <Button look="quiet" size="tight" icon="clock">
            Horarios
          </Button>
        </ButtonRow>
        <List label="Filas">
          <ListRow
            title="Firmas y autorizaciones"
            detail={
              <>
                6 esperando · va en <b className="numerals">A038</b>
              </>
            }
            end={<RowFigure>12–18</RowFigure>}
            endDetail="minutos"
          >
            <ButtonRow>
              <Button>Saca tu número</Button>
              <Button look="soft">Reserva</Button>
            </ButtonRow>
          </ListRow>
          <ListRow
            title="Retiro de documentos"
            detail={
              <>
                2 esperando · va en <b className="numerals">R011</b>
              </>
            }
            end={<RowFigure>3–6</RowFigure>}
            endDetail="minutos"
          >
            <Button look="soft" wide>
              Saca tu número
            </Button>
          </ListRow>
          <ListRow title="Asesoría por video" detail="Próxima hora: hoy, 16:30">
            <Button look="soft" wide icon="video">
              Reserva por video
            </Button>
          </ListRow>
          <ListRow title="Copias legales" detail="Solo en el mesón de la oficina" />
          <ListRow
            title="Certificados"
            detail={<StateWord icon="snow">Fila congelada por ahora</StateWord>}
          />
        </List>
      </ScreenBody>
    </>
  )
}
