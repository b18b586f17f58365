import { useMutation } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { DeskWhyBefore } from '#contract/rest/preference.ts'
import { ApiError } from '#src/api/api-error.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { TextField } from '#src/ui/form/text-field.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { List } from '#src/ui/list/list.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { questionErrorText } from '../desk-error-texts.ts'
import { useDeskTools } from '../desk-tools.ts'
import { TypedSheet } from '../typed-layer.tsx'
import styles from './why-before.module.css'
import { whyBeforeTexts } from './why-before-texts.ts'

interface Asked {
  first: string
  second: string
}

const NOTHING: Asked = { first: '', second: '' }

/**
 * "Why before me?", of any two of the day, from what was kept of the call.
 * @see rule PAST-01
 */
export function WhyBefore({ officeId, timeZone }: { officeId: number; timeZone: string }) {
  const { t, i18n } = useLingui()
  const { api } = useDeskTools()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState(NOTHING)
  const asking = useMutation<DeskWhyBefore, Error, Asked>({
    mutationFn: asked => api.whyBefore(officeId, asked),
    networkMode: 'always',
  })
  const open = () => {
    asking.reset()
    setTyped(NOTHING)
    setOpen(true)
  }
  function ask(event: FormEvent) {
    event.preventDefault()
    const isWhole = typed.first.trim() !== '' && typed.second.trim() !== ''
    if (isWhole && !asking.isPending) asking.mutate(typed)
  }
  const isUnknown = asking.error instanceof ApiError && asking.error.code === 'not-found'
  return (
    <>
      <Button look="plain" size="tight" onClick={open}>
        <Trans>¿Por qué antes?</Trans>
      </Button>
      <TypedSheet
        open={isOpen}
        isTyped={typed !== asking.variables && typed.first + typed.second !== ''}
        onClose={() => setOpen(false)}
        side="end"
        title={<Trans>¿Por qué antes?</Trans>}
        closeLabel={t`Cerrar`}
      >
        <form className={styles.form} onSubmit={ask}>
          <p>
            <Trans>Escribe dos números o reservas de hoy.</Trans>
          </p>
          <div className={styles.two}>
            <TextField
              label={t`Un número`}
              value={typed.first}
              maxLength={12}
              autoComplete="off"
              autoCapitalize="characters"
              onChange={event => setTyped({ ...typed, first: event.target.value })}
            />
            <TextField
              label={t`El otro`}
              value={typed.second}
              maxLength={12}
              autoComplete="off"
              autoCapitalize="characters"
              onChange={event => setTyped({ ...typed, second: event.target.value })}
            />
          </div>
          <Button type="submit" look="soft" busy={asking.isPending}>
            <Trans>Ver por qué</Trans>
          </Button>
        </form>
        <div role="status" className={styles.answer}>
          {asking.error && (
            <Note tone="loss">
              {isUnknown ? (
                <Trans>Hoy no hay un número o reserva así en esta oficina.</Trans>
              ) : (
                i18n._(questionErrorText(asking.error))
              )}
            </Note>
          )}
          {asking.data && <Answer answer={asking.data} timeZone={timeZone} />}
        </div>
      </TypedSheet>
    </>
  )
}

function Answer({ answer, timeZone }: { answer: DeskWhyBefore; timeZone: string }) {
  const { i18n } = useLingui()
  const language = useLanguage()
  const { first, second, why } = answer
  return (
    <>
      <Note title={why === 'nobody-called' ? undefined : <Trans>{first.ticket} fue antes</Trans>}>
        {i18n._(whyBeforeTexts[why])}
      </Note>
      <List>
        {[first, second].map(({ ticket, line_name, inserted_at, called_at }) => {
          const came = timeText(new Date(inserted_at), language, timeZone)
          const called = called_at && timeText(new Date(called_at), language, timeZone)
          return (
            <ListRow
              key={ticket}
              title={ticket}
              detail={
                <>
                  {line_name} ·{' '}
                  {called ? (
                    <Trans>
                      desde las {came}, llamado a las {called}
                    </Trans>
                  ) : (
                    <Trans>espera desde las {came}</Trans>
                  )}
                </>
              }
            />
          )
        })}
      </List>
    </>
  )
}
