import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useConnection } from '#src/stores/connection-store.ts'
import { usePreferences } from '#src/stores/preferences-store.ts'
import { usePush } from '#src/stores/push-store.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { useWhatsapp } from './use-whatsapp.ts'
import { WhatsappSheet } from './whatsapp-sheet.tsx'

/** Where no notice can ring, and none will. */
const SILENT = ['blocked', 'unsupported', 'needs-install'] as const

/**
 * Asked once, under a number that waits on a phone which cannot ring: whether a call may come by WhatsApp.
 * Whoever said no, here or to notices for ever, is not asked.
 */
export function WhatsappOffer() {
  const { i18n } = useLingui()
  const isSilent = usePush(push => SILENT.some(state => state === push.state))
  const isKnown = usePreferences(store => store.status === 'loaded')
  const { whatsapp: wished, never_show_popup_notifications: neverAgain } = usePreferences(
    store => store.preferences,
  )
  const online = useConnection(connection => connection.online)
  const decline = useErrand('savePreferences', 'whatsapp')
  const [isOpen, setOpen] = useState(false)
  const isAsked = isSilent && isKnown && wished === 'prompt' && !neverAgain
  const { whatsapp } = useWhatsapp({ isWanted: isSilent })
  const isTold = isSilent && wished === true && whatsapp?.confirmed === true
  return (
    <>
      {isTold && (
        <Note tone="ok" icon="poll" role="status">
          <Trans>Te llamamos por WhatsApp, al número que termina en {whatsapp?.number}</Trans>
        </Note>
      )}
      {isAsked && whatsapp?.offered && online && (
        <Note
          icon="poll"
          title={<Trans>¿Te avisamos por WhatsApp?</Trans>}
          action={
            <ButtonRow>
              <Button look="soft" size="tight" onClick={() => setOpen(true)}>
                <Trans>Sí, por WhatsApp</Trans>
              </Button>
              <Button
                look="hushed"
                size="tight"
                busy={decline.busy}
                onClick={() => void decline.run({ whatsapp: false })}
              >
                <Trans>No, gracias</Trans>
              </Button>
            </ButtonRow>
          }
        >
          <Trans>Este teléfono no puede avisarte cuando te llamen.</Trans>
          {decline.failure && <span role="alert">{i18n._(errorText(decline.failure.code))}</span>}
        </Note>
      )}
      <WhatsappSheet open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
