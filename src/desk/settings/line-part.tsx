import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { CheckAt, ChoiceAt, NumberAt, SelectAt, TextAt } from './fields.tsx'
import { fieldTexts } from './field-text.ts'
import { formSentence, reservationsSentence } from './sentences.ts'
import type { LinePartName } from './settings-place.ts'
import styles from './settings.module.css'
import { useDraft, useSettings, useSettingsPage } from './use-settings.ts'

/** One line: what it is called, what it gives, to whom. */
export function LinePart({ nth }: { nth: number }) {
  const { t, i18n } = useLingui()
  const { settings, go } = useSettingsPage()
  const { lines, options } = useDraft()
  const services = useSettings(({ begun }) => begun?.settings.line_categories ?? [])
  const [isRetiring, setRetiring] = useState(false)
  const line = lines[nth]
  if (!line) return null
  const at = `lines[${nth}]`
  const open = (part: LinePartName) => go({ section: 'lines', line: line.slug, part })
  return (
    <>
      <Section title={<Trans>Cómo se llama</Trans>}>
        <div className={styles.pair}>
          <TextAt at={`${at}.name`} hint={<Trans>Por lo que viene la gente.</Trans>} />
          <TextAt at={`${at}.prefix`} hint={<Trans>A da A001, A002…</Trans>} />
        </div>
      </Section>
      <Section title={<Trans>Qué da</Trans>}>
        <div>
          <CheckAt at={`${at}.takes_tickets`} />
          <CheckAt at={`${at}.takes_reservations`} />
          <CheckAt
            at={`${at}.virtual`}
            hint={<Trans>A quien se llama entra a una videollamada con el módulo.</Trans>}
          />
        </div>
        {!options.web_only && <ChoiceAt at={`${at}.type`} of="type" />}
        <List label={t`Preguntas y reservas`}>
          {line.takes_tickets && (
            <ListRow
              icon="poll"
              title={i18n._(fieldTexts.ticket_form)}
              detail={formSentence(line.ticket_form, i18n)}
              further
              onClick={() => open('ticket_form')}
            />
          )}
          <ListRow
            icon="calendar"
            title={<Trans>Reservas</Trans>}
            detail={reservationsSentence(line, i18n)}
            further
            onClick={() => open('reservations')}
          />
          {line.takes_reservations && (
            <ListRow
              icon="poll"
              title={i18n._(fieldTexts.form)}
              detail={
                line.reservations.form ? (
                  formSentence(line.reservations.form, i18n)
                ) : (
                  <Trans>Nombre, teléfono y correo</Trans>
                )
              }
              further
              onClick={() => open('form')}
            />
          )}
        </List>
      </Section>
      <Section title={<Trans>A quién y cómo</Trans>}>
        <div className={styles.pair}>
          <NumberAt at={`${at}.limits.rut_tickets`} hint={<Trans>0 es sin límite.</Trans>} />
          <NumberAt at={`${at}.fallback_minutes`} hint={<Trans>Hasta que se sepa lo que demora.</Trans>} />
        </div>
        <details className={styles.more}>
          <summary>
            <Trans>Más de esta fila</Trans>
          </summary>
          <div>
            <div className={styles.pair}>
              <TextAt
                at={`${at}.folder`}
                optional={t`(Opcional)`}
                hint={<Trans>El título bajo el que aparece, con otras.</Trans>}
              />
              <TextAt
                at={`${at}.executive`}
                optional={t`(Opcional)`}
                hint={<Trans>Si la fila es de una sola persona.</Trans>}
              />
              <NumberAt at={`${at}.priority`} hint={<Trans>La más alta va primero.</Trans>} />
              {services.length > 0 && (
                <SelectAt
                  at={`${at}.line_category`}
                  none={t`Ninguno`}
                  options={services.map(({ slug, name }) => ({ value: slug, label: name }))}
                />
              )}
            </div>
            <ChoiceAt at={`${at}.document`} of="document" />
          </div>
        </details>
      </Section>
      <Button look="danger" onClick={() => setRetiring(true)}>
        <Trans>Retirar esta fila</Trans>
      </Button>
      <ConfirmLoss
        open={isRetiring}
        title={<Trans>¿Retirar {line.name}?</Trans>}
        keepLabel={<Trans>Dejarla</Trans>}
        loseLabel={<Trans>Retirarla</Trans>}
        onKeep={() => setRetiring(false)}
        onLose={() => {
          go({ section: 'lines' })
          settings.edit(
            'lines',
            lines.filter(other => other.slug !== line.slug),
          )
        }}
      >
        <Trans>Nadie podrá sacar número en ella desde que guardes. Lo que pasó en ella se conserva.</Trans>
      </ConfirmLoss>
    </>
  )
}
