import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Webhook } from '#contract/rest/webhooks.ts'
import { showAnswer } from '#src/queries/show-answer.ts'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { ActionFault } from '../action-fault.tsx'
import { useDeskTools } from '../desk-tools.ts'
import { useMomentText } from '../use-moment-text.ts'
import { type AtOffice, webhooksKey } from './use-webhooks.ts'
import { answerText, isTaken, topicTexts } from './webhook-texts.ts'
import styles from './webhooks.module.css'

type Act = 'test' | 'resume' | 'remove'

/** One system that is told, how that fares, and what can be done about it. */
export function WebhookRow({
  at,
  webhook,
  timeZone,
  onSecret,
}: {
  at: AtOffice
  webhook: Webhook
  timeZone: string
  onSecret: (secret: string) => void
}) {
  const { i18n } = useLingui()
  const { api } = useDeskTools()
  const queries = useQueryClient()
  const [asks, setAsks] = useState<'remove' | 'secret' | null>(null)
  const acting = useMutation({
    mutationFn: (act: Act) => api.changeWebhook(at.officeId, webhook.id, act),
    networkMode: 'always',
    onSuccess: changed => showAnswer(queries, webhooksKey(at), changed),
    onError: () => void queries.invalidateQueries({ queryKey: webhooksKey(at) }),
    onSettled: () => setAsks(null),
  })
  const renewing = useMutation({
    mutationFn: () => api.renewWebhookSecret(at.officeId, webhook.id),
    networkMode: 'always',
    onSuccess: ({ secret }) => onSecret(secret),
    onSettled() {
      setAsks(null)
      void queries.invalidateQueries({ queryKey: webhooksKey(at) })
    },
  })
  const when = useMomentText(timeZone)
  const { url, state, topics, last_answer, last_answer_at, failing_since, former_until } = webhook
  const { host } = new URL(url)
  const name = <span className="visually-hidden"> {host}</span>
  const fault = acting.error ?? renewing.error
  const wasTried = acting.isSuccess && acting.variables === 'test' && last_answer !== null
  return (
    <>
      <ListRow
        title={host}
        icon="share"
        detail={
          <>
            {state === 'delivering' ? (
              <StateWord tone="ok">
                <Trans>Al día</Trans>
              </StateWord>
            ) : (
              <>
                <StateWord tone="loss" icon="warning">
                  {state === 'off' ? <Trans>Apagado</Trans> : <Trans>Falla</Trans>}
                </StateWord>
                <span className={styles.line}>
                  {state === 'off' ? (
                    <Trans>No recibió nada por mucho tiempo, o pidió que no se le avise más.</Trans>
                  ) : (
                    <Trans>Desde {when(failing_since ?? '')}; se sigue intentando.</Trans>
                  )}
                </span>
              </>
            )}
            <span className={styles.line}>{topics.map(topic => i18n._(topicTexts[topic])).join(' · ')}</span>
            {last_answer !== null && last_answer_at !== null && (
              <span className={styles.line}>
                <Trans>
                  Última vez, {when(last_answer_at)}: {answerText(last_answer, i18n)}
                </Trans>
              </span>
            )}
            {former_until !== null && (
              <span className={styles.line}>
                <Trans>El secreto anterior firma también hasta {when(former_until)}</Trans>
              </span>
            )}
          </>
        }
      >
        <div className={styles.acts}>
          {state === 'off' && (
            <Button
              look="soft"
              size="tight"
              busy={acting.isPending && acting.variables === 'resume'}
              onClick={() => acting.mutate('resume')}
            >
              <Trans>Volver a avisar</Trans>
              {name}
            </Button>
          )}
          <Button
            look="quiet"
            size="tight"
            busy={acting.isPending && acting.variables === 'test'}
            onClick={() => acting.mutate('test')}
          >
            <Trans>Probar</Trans>
            {name}
          </Button>
          <Button look="quiet" size="tight" onClick={() => setAsks('secret')}>
            <Trans>Cambiar el secreto</Trans>
            {name}
          </Button>
          <Button look="danger" size="tight" onClick={() => setAsks('remove')}>
            <Trans>Quitar</Trans>
            {name}
          </Button>
        </div>
        {wasTried && (
          <Note tone={isTaken(last_answer) ? 'ok' : 'loss'} role="status">
            {isTaken(last_answer) ? (
              <Trans>La prueba llegó: {answerText(last_answer, i18n)}.</Trans>
            ) : (
              <Trans>La prueba no llegó: {answerText(last_answer, i18n)}.</Trans>
            )}
          </Note>
        )}
        <ActionFault error={fault} isPending={acting.isPending || renewing.isPending} />
      </ListRow>
      <ConfirmLoss
        open={asks === 'remove'}
        title={<Trans>¿Dejar de avisar a {host}?</Trans>}
        loseLabel={<Trans>Dejar de avisar</Trans>}
        keepLabel={<Trans>Seguir avisando</Trans>}
        busy={acting.isPending}
        onLose={() => acting.mutate('remove')}
        onKeep={() => setAsks(null)}
      >
        <Trans>Lo que pase desde ahora no le llega, y su secreto deja de servir.</Trans>
      </ConfirmLoss>
      <ConfirmLoss
        open={asks === 'secret'}
        title={<Trans>¿Cambiar el secreto de {host}?</Trans>}
        loseLabel={<Trans>Cambiarlo</Trans>}
        keepLabel={<Trans>Dejarlo</Trans>}
        busy={renewing.isPending}
        onLose={() => renewing.mutate()}
        onKeep={() => setAsks(null)}
      >
        {former_until === null ? (
          <Trans>
            El de ahora firma un día más junto al nuevo: tienes ese tiempo para ponerlo en el otro sistema.
          </Trans>
        ) : (
          <Trans>
            El de ahora deja de firmar en cuanto lo cambias. El anterior firma junto al nuevo hasta{' '}
            {when(former_until)}: tienes ese tiempo para ponerlo en el otro sistema.
          </Trans>
        )}
      </ConfirmLoss>
    </>
  )
}
