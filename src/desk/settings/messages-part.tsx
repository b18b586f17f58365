import { Trans, useLingui } from '@lingui/react/macro'
import { MESSAGES_MAX } from '#contract/desk-limits.ts'
import { READY_MESSAGES } from '#locales/messages/texts.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import type { EditedOffice } from './edited-office.ts'
import { TextAt } from './fields.tsx'
import { newSlug } from './new-slug.ts'
import styles from './settings.module.css'
import { fieldId, useSetting } from './use-settings.ts'

/** What the desks may say to those who wait, beside the sentences of every office. */
export function MessagesPart() {
  const { t } = useLingui()
  const language = useLanguage()
  const { value: messages, set } = useSetting<EditedOffice['messages']>('messages')
  const slugs = messages.map(({ slug }) => slug)
  const add = (slug: string, texts: { es: string; en: string; pt: string }) => {
    set([...messages, { slug, texts }])
    requestAnimationFrame(() =>
      document.getElementById(fieldId(`messages[${messages.length}].texts.es`))?.focus(),
    )
  }
  const ready = Object.entries(READY_MESSAGES).filter(([slug]) => !slugs.includes(slug))
  return (
    <>
      <Section title={<Trans>Propios</Trans>}>
        <p className={styles.soft}>
          <Trans>Cada persona lo lee en su idioma, así que va en los tres.</Trans>
        </p>
        {messages.map(({ slug, texts }, nth) => (
          <fieldset key={slug} className={styles.card}>
            <legend className="visually-hidden">{t`Mensaje ${nth + 1}`}</legend>
            <TextAt at={`messages[${nth}].texts.es`} />
            <TextAt at={`messages[${nth}].texts.en`} />
            <TextAt at={`messages[${nth}].texts.pt`} />
            <Button look="danger" size="tight" onClick={() => set(messages.toSpliced(nth, 1))}>
              <Trans>Quitar este mensaje</Trans>
              <span className="visually-hidden"> {texts[language]}</span>
            </Button>
          </fieldset>
        ))}
        {messages.length < MESSAGES_MAX && (
          <Button
            look="soft"
            icon="plus"
            wide
            onClick={() =>
              add(newSlug(`mensaje-${messages.length + 1}`, 'mensaje', slugs), { es: '', en: '', pt: '' })
            }
          >
            <Trans>Agregar un mensaje</Trans>
          </Button>
        )}
      </Section>
      {ready.length > 0 && (
        <Section title={<Trans>Los de siempre</Trans>}>
          <List label={t`Los de siempre`}>
            {ready.map(([slug, texts]) => (
              <ListRow key={slug} title={texts[language]}>
                <Button look="quiet" size="tight" onClick={() => add(slug, texts)}>
                  <Trans>Decirlo de otra forma</Trans>
                  <span className="visually-hidden"> {texts[language]}</span>
                </Button>
              </ListRow>
            ))}
          </List>
        </Section>
      )}
    </>
  )
}
