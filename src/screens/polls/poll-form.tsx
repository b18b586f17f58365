import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { POLL_DESCRIPTION_MAX } from '#contract/limits.ts'
import { pollDraftStore, usePollDraft } from '#src/stores/poll-draft-store.ts'
import { RatingGroup } from '#src/ui/form/rating-group.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { Button } from '#src/ui/press/button.tsx'
import styles from './poll-screen.module.css'

const STARS = 'poll-rating'

/** What each rating means, from 1 to 5. */
const RATING_WORDS: readonly MessageDescriptor[] = [
  msg`Muy mala`,
  msg`Mala`,
  msg`Regular`,
  msg`Buena`,
  msg`Muy buena`,
]

export interface PollFormProps {
  ticketId: string
  busy: boolean
  onSend: (said: { rating: number; description: string }) => void
  onDecline: () => void
}

/** The stars, a few words for who wants to, and one large press. What is typed survives a reload. */
export function PollForm({ ticketId, busy, onSend, onDecline }: PollFormProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { rating, description } = usePollDraft(ticketId)
  const [isMissing, setMissing] = useState(false)
  const change = pollDraftStore.getState().change
  const left = POLL_DESCRIPTION_MAX - description.length

  function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (rating === null) {
      setMissing(true)
      document.getElementById(STARS)?.focus()
      return
    }
    onSend({ rating, description: description.trim() })
  }

  return (
    <form noValidate data-kept onSubmit={send} className={styles.form}>
      <RatingGroup
        id={STARS}
        legend={t`¿Cómo te atendieron?`}
        legendHidden
        steps={RATING_WORDS.map((word, at) => ({ value: at + 1, word: i18n._(word) }))}
        value={rating}
        error={isMissing && rating === null ? t`Elige de una a cinco estrellas` : undefined}
        onChange={value => change(ticketId, { rating: value })}
      />
      <TextArea
        label={<Trans>¿Quieres contarnos algo más?</Trans>}
        optional={<Trans>(Opcional)</Trans>}
        hint={
          left === 0 ? (
            <Trans>No cabe más texto</Trans>
          ) : (
            <Plural value={left} one="Te queda # carácter" other="Te quedan # caracteres" />
          )
        }
        value={description}
        maxLength={POLL_DESCRIPTION_MAX}
        rows={4}
        onChange={({ target }) => change(ticketId, { description: target.value })}
      />
      <Button type="submit" wide size="tall" busy={busy}>
        <Trans>Enviar evaluación</Trans>
      </Button>
      <Button look="hushed" wide onClick={onDecline}>
        <Trans>No, gracias</Trans>
      </Button>
    </form>
  )
}
