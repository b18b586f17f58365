import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { categoryColour } from '#contract/categories.ts'
import { saveFile } from '#src/platform/save-file.ts'
import { dayText, timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Button } from '#src/ui/press/button.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { drawReceipt } from './draw-receipt.ts'
import type { Receipt } from './receipt-card.tsx'
import { useTicketStateText } from './ticket-state-text.ts'
import { usePlaceText } from './use-place-text.ts'

/**
 * The receipt as a picture, made and kept on this device with no network (TEMP-05).
 * @param brief its sign alone, where others stand beside it
 */
export function DownloadReceipt({ receipt, brief }: { receipt: Receipt; brief: boolean }) {
  const { t } = useLingui()
  const language = useLanguage()
  const state = useTicketStateText(receipt)
  const place = usePlaceText(receipt)
  const [status, setStatus] = useState<'idle' | 'drawing' | 'failed'>('idle')

  async function download() {
    setStatus('drawing')
    const { time_zone } = receipt
    const taken = new Date(receipt.inserted_at)
    try {
      const picture = await drawReceipt({
        office: receipt.office_name,
        line: receipt.line_name,
        brand: categoryColour(receipt.category_id),
        number: receipt.ticket,
        state,
        facts: [
          `${dayText(taken, new Date(0), language, time_zone)}, ${timeText(taken, language, time_zone)}`,
          ...(place ? [place] : []),
        ],
      })
      saveFile(picture, `numerito-${receipt.ticket}.png`)
      setStatus('idle')
    } catch (error) {
      reportError(error)
      setStatus('failed')
    }
  }

  if (brief && status !== 'failed') {
    return (
      <IconButton
        icon="download"
        label={t`Descargar`}
        aria-busy={status === 'drawing' || undefined}
        onClick={() => void download()}
      />
    )
  }
  return (
    <Button
      look="plain"
      size="tight"
      icon="download"
      busy={status === 'drawing'}
      onClick={() => void download()}
    >
      {status === 'failed' ? <Trans>No se pudo. Intentar de nuevo</Trans> : <Trans>Descargar</Trans>}
    </Button>
  )
}
