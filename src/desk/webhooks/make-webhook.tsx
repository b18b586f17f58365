import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { is } from 'valibot'
import { WEBHOOK_URL_MAX } from '#contract/limits.ts'
import {
  WEBHOOK_TOPIC_NAMES,
  type WebhookSecret,
  type WebhookTopic,
  type WebhookWish,
  webhookWish,
} from '#contract/rest/webhooks.ts'
import { ApiError } from '#src/api/api-error.ts'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { actionErrorText } from '../desk-error-texts.ts'
import { useTyped } from '../typed-layer.tsx'
import { useWordOf } from '../use-word-of.ts'
import { useDeskTools } from '../desk-tools.ts'
import styles from '../devices/office-devices.module.css'
import { type AtOffice, webhooksKey } from './use-webhooks.ts'
import { topicTexts } from './webhook-texts.ts'

/** Where, and of what. */
export function MakeWebhook({
  at,
  onMade,
  onCancel,
}: {
  at: AtOffice
  onMade: (secret: string) => void
  onCancel: () => void
}) {
  const { i18n } = useLingui()
  const { api } = useDeskTools()
  const queries = useQueryClient()
  const [url, setUrl] = useState('')
  const [topics, setTopics] = useState<readonly WebhookTopic[]>(['called'])
  const [isWrong, setWrong] = useState(false)
  const making = useMutation<WebhookSecret, Error, WebhookWish>({
    mutationFn: wish => api.makeWebhook(at.officeId, wish),
    networkMode: 'always',
    onSuccess: made => onMade(made.secret),
    onSettled: () => void queries.invalidateQueries({ queryKey: webhooksKey(at) }),
  })
  const leave = useTyped(url !== '' && !making.isSuccess, () => setUrl(''))
  const isRefused = making.error instanceof ApiError && making.error.code === 'webhook-address-refused'
  const word = useWordOf(making)
  const words = word && i18n._(actionErrorText(word))
  return (
    <form
      noValidate
      className={styles.part}
      onSubmit={event => {
        event.preventDefault()
        const isRight = is(webhookWish.entries.url, url)
        setWrong(!isRight)
        if (isRight) making.mutate({ url, topics: [...topics] })
      }}
    >
      <TextField
        type="url"
        inputMode="url"
        autoComplete="off"
        label={<Trans>A qué dirección</Trans>}
        placeholder="https://"
        maxLength={WEBHOOK_URL_MAX}
        value={url}
        error={
          isWrong ? (
            <Trans>Escribe una dirección que empiece con https://</Trans>
          ) : isRefused ? (
            words
          ) : undefined
        }
        onChange={event => {
          setUrl(event.target.value)
          setWrong(false)
        }}
      />
      <fieldset>
        <legend className={styles.legend}>
          <Trans>Qué se le avisa</Trans>
        </legend>
        {WEBHOOK_TOPIC_NAMES.map(topic => (
          <Checkbox
            key={topic}
            label={i18n._(topicTexts[topic])}
            checked={topics.includes(topic)}
            onChange={isWanted =>
              setTopics(before =>
                WEBHOOK_TOPIC_NAMES.filter(one => (one === topic ? isWanted : before.includes(one))),
              )
            }
          />
        ))}
      </fieldset>
      {words && !isRefused && (
        <Note tone="loss" role="alert">
          {words}
        </Note>
      )}
      <ButtonRow>
        <Button look="plain" onClick={() => leave(onCancel)}>
          <Trans>Cancelar</Trans>
        </Button>
        <Button type="submit" look="soft" busy={making.isPending} disabled={topics.length === 0}>
          <Trans>Empezar a avisar</Trans>
        </Button>
      </ButtonRow>
    </form>
  )
}
