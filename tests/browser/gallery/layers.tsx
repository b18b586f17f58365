import { useState } from 'react'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { Dialog } from '#src/ui/layer/dialog.tsx'
import { NoticeStack } from '#src/ui/layer/notice-stack.tsx'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Loader } from '#src/ui/state/loader.tsx'

type Shown = 'none' | 'loss' | 'requests' | 'sheet' | 'side' | 'loader'

export function Layers() {
  const first = (new URLSearchParams(location.search).get('open') ?? 'none') as Shown
  const [shown, setShown] = useState<Shown>(first)
  const [isGone, setGone] = useState(first !== 'none')
  const close = () => setShown('none')
  return (
    <>
      <ScreenHeader title="Capas" />
      <ScreenBody>
        <Button look="danger" onClick={() => setShown('loss')}>
          Renunciar al número
        </Button>
        <Button look="soft" onClick={() => setShown('requests')}>
          Demasiadas solicitudes
        </Button>
        <Button look="soft" onClick={() => setShown('sheet')}>
          Horarios
        </Button>
        <Button look="soft" onClick={() => setShown('side')}>
          Filtros
        </Button>
        <Button look="soft" onClick={() => setShown('loader')}>
          Planear
        </Button>
      </ScreenBody>
      <ConfirmLoss
        open={shown === 'loss'}
        title="¿Renuncias al A042?"
        loseLabel="Sí, renunciar"
        keepLabel="Seguir esperando"
        onLose={close}
        onKeep={close}
      >
        Pierdes tu lugar en la fila. Quedan 3 personas antes que tú.
      </ConfirmLoss>
      <Dialog
        open={shown === 'requests'}
        onClose={close}
        blocking
        urgent
        title="Un momento"
        actions={
          <Button wide icon="refresh" onClick={close}>
            Recargar
          </Button>
        }
      >
        En este momento estamos recibiendo demasiadas solicitudes. Por favor, inténtelo de nuevo más tarde
      </Dialog>
      <Sheet
        open={shown === 'sheet' || shown === 'side'}
        onClose={close}
        title="Horarios"
        closeLabel="Cerrar"
        side={shown === 'side' ? 'end' : 'centre'}
        foot={<Button wide>Cómo llegar</Button>}
      >
        <p>Lunes a viernes, de 9:00 a 14:00</p>
        <p>Sábado, de 10:00 a 13:00</p>
        <p>Domingo cerrado</p>
      </Sheet>
      {shown === 'loader' && (
        <Loader
          step={1}
          messages={['Planificando la asesoría', 'Buscando fechas disponibles', 'Buscando horas disponibles']}
        />
      )}
      <NoticeStack
        label="Avisos"
        dismissLabel="Cerrar el aviso"
        onDismiss={() => setGone(true)}
        notices={
          isGone
            ? []
            : [
                { id: '1', tone: 'turn', title: 'Es tu turno', detail: 'A042 · módulo 3', urgent: true },
                { id: '2', tone: 'almost', title: 'Ya casi: quedan 5', detail: 'Notaría Norte' },
                { id: '3', tone: 'ok', title: 'Reserva eliminada correctamente' },
              ]
        }
      />
    </>
  )
}
