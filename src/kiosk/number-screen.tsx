import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { KIOSK_NUMBER_SHOWN_MS } from '#contract/limits.ts'
import type { PaperNumber } from '#contract/rest/desk.ts'
import type { ShownOffice } from '#contract/rest/devices.ts'
import { spelledNumber } from '#src/domain/spelled-number.ts'
import { PaperSlip } from '#src/paper/paper-slip.tsx'
import { PrintSheet } from '#src/paper/print-sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { KioskFrame, type Looks } from './kiosk-frame.tsx'
import styles from './kiosk.module.css'
import { useIdle } from './use-idle.ts'
import { usePrinting } from './use-printing.ts'

/**
 * The number that somebody was given, large and with its code for as long as it takes to read: whether paper
 * came out, no browser knows.
 */
export function NumberScreen({
  paper,
  office,
  looks,
  onDone,
}: {
  paper: PaperNumber
  office: ShownOffice | undefined
  looks: Looks
  onDone: () => void
}) {
  const { t } = useLingui()
  const { printing, again } = usePrinting()
  useIdle(KIOSK_NUMBER_SHOWN_MS, onDone)
  const { ticket, ahead } = paper
  const spelled = spelledNumber(ticket)
  return (
    <KioskFrame
      office={office}
      title={<Trans>Tu número es {ticket}</Trans>}
      looks={looks}
      spoken={[t`Tu número es ${spelled}`, t`Mira la pantalla de la sala: ahí te llamamos`]}
    >
      <div className={styles.given}>
        <PaperSlip paper={paper} />
        <div className={styles.next}>
          <p className={styles.ahead}>
            {ahead === 0 ? (
              <Trans>Sigues tú</Trans>
            ) : (
              <Plural value={ahead} one="# persona antes que tú" other="# personas antes que tú" />
            )}
          </p>
          <p role="status">
            {printing === 'none' ? (
              <Trans>Este equipo no pudo imprimir. Anota tu número, o apunta tu cámara al código.</Trans>
            ) : (
              <Trans>
                Mandamos tu papel a la impresora. Si no sale, anota tu número o apunta tu cámara al código.
              </Trans>
            )}
          </p>
          <Button wide size="tall" onClick={onDone}>
            <Trans>Listo</Trans>
          </Button>
          <Button look="quiet" wide icon="print" onClick={again}>
            <Trans>Imprimir otra vez</Trans>
          </Button>
        </div>
      </div>
      <PrintSheet>
        <PaperSlip paper={paper} />
      </PrintSheet>
    </KioskFrame>
  )
}
