import { useQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskMessages } from '#contract/rest/desk-day.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { ActionFault } from '../action-fault.tsx'
import { questionErrorText } from '../desk-error-texts.ts'
import { useDeskTools } from '../desk-tools.ts'
import { useDeskAction } from '../use-desk-action.ts'
import { officeKey } from '../use-office.ts'
import { WhoIsTold, type WhoWaits } from './who-is-told.tsx'

export interface MessageSheetProps {
  clerkId: number
  officeId: number
  /** All who wait in a line, or one person. */
  to: ({ lineId: number; name: string } & WhoWaits) | { tuid: string; name: string }
  open: boolean
  onClose: () => void
}

/** A prepared sentence to those who wait: each reads it in their own language. */
export function MessageSheet({ clerkId, officeId, to, open, onClose }: MessageSheetProps) {
  const { t, i18n } = useLingui()
  const { api } = useDeskTools()
  const language = useLanguage()
  const [chosen, setChosen] = useState<string>()
  const [isSent, setSent] = useState(false)
  const { act, pending, error, clear } = useDeskAction(clerkId, officeId, () => setSent(true))
  const { data, error: unread } = useQuery<DeskMessages>({
    queryKey: [...officeKey(clerkId, officeId), 'messages'],
    queryFn: ({ signal }) => api.messages(officeId, signal),
    enabled: open,
    retry: false,
    networkMode: 'always',
  })
  const leave = () => {
    clear()
    setSent(false)
    setChosen(undefined)
    onClose()
  }
  const { name } = to
  // Who is told alone is offered it only where they have a phone.
  const told = 'lineId' in to && (
    <p>
      <WhoIsTold who={to} />
    </p>
  )
  return (
    <Sheet open={open} onClose={leave} side="end" title={t`Avisar: ${name}`} closeLabel={t`Cerrar`}>
      {unread && <Note tone="loss">{i18n._(questionErrorText(unread))}</Note>}
      {isSent ? (
        <>
          <Note tone="ok" role="status">
            <Trans>Enviado, a cada persona en su idioma.</Trans>
          </Note>
          {told}
          <Button wide onClick={leave}>
            <Trans>Listo</Trans>
          </Button>
        </>
      ) : (
        data && (
          <>
            <RadioGroup
              legend={<Trans>¿Qué les decimos?</Trans>}
              options={data.messages.map(({ slug, texts }) => ({ value: slug, label: texts[language] }))}
              value={chosen}
              onChange={setChosen}
            />
            {told}
            <ActionFault error={error} />
            <Button
              wide
              icon="bell"
              disabled={chosen === undefined}
              busy={pending !== null}
              onClick={() =>
                chosen !== undefined &&
                act({
                  do: 'message',
                  message: chosen,
                  to: 'lineId' in to ? { line_id: to.lineId } : { tuid: to.tuid },
                })
              }
            >
              <Trans>Enviar</Trans>
            </Button>
          </>
        )
      )}
    </Sheet>
  )
}
