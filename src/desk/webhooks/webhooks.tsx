import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { questionErrorText } from '../desk-error-texts.ts'
import { ToldOnce } from '../devices/told-once.tsx'
import { MakeWebhook } from './make-webhook.tsx'
import { type AtOffice, useWebhooks } from './use-webhooks.ts'
import { WebhookRow } from './webhook-row.tsx'

/** The other systems that are told what happens at the office, how that fares, and the way to one more. */
export function Webhooks({ at, timeZone }: { at: AtOffice; timeZone: string }) {
  const { t, i18n } = useLingui()
  const { data, error, refetch } = useWebhooks(at)
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      {error && (
        <Note
          tone="loss"
          role="alert"
          action={
            <Button look="soft" size="tight" icon="refresh" onClick={() => void refetch()}>
              <Trans>Intentar de nuevo</Trans>
            </Button>
          }
        >
          {i18n._(questionErrorText(error))}
        </Note>
      )}
      {data?.webhooks.length === 0 && (
        <p>
          <Trans>
            Ninguno. Un letrero o un programa de tu oficina puede saber al momento a quién llaman, sin
            nombres.
          </Trans>
        </p>
      )}
      {(data ? data.webhooks.length > 0 : !error) && (
        <List label={t`Avisos a otros sistemas`}>
          {data ? (
            data.webhooks.map(webhook => (
              <WebhookRow
                key={webhook.id}
                at={at}
                webhook={webhook}
                timeZone={timeZone}
                onSecret={setSecret}
              />
            ))
          ) : (
            <ListRow icon="share" title={<Skeleton width="18ch" />} detail={<Skeleton width="12ch" />} />
          )}
        </List>
      )}
      {secret !== null ? (
        <ToldOnce
          title={<Trans>Con este secreto se firma cada aviso</Trans>}
          secret={secret}
          onDone={() => setSecret(null)}
        >
          <Trans>
            Se muestra solo esta vez. Ponlo en el otro sistema, para que sepa que el aviso es de tu oficina.
          </Trans>
        </ToldOnce>
      ) : isMaking ? (
        <MakeWebhook
          at={at}
          onMade={made => {
            setMaking(false)
            setSecret(made)
          }}
          onCancel={() => setMaking(false)}
        />
      ) : (
        <Button look="soft" wide icon="plus" disabled={!data} onClick={() => setMaking(true)}>
          <Trans>Avisar a otro sistema</Trans>
        </Button>
      )}
    </>
  )
}
