import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { useMomentText } from '../use-moment-text.ts'
import { DifferenceList } from './difference-list.tsx'
import { partText } from './field-text.ts'
import type { PartName } from './parts.ts'
import styles from './settings.module.css'
import { useSettings, useSettingsPage } from './use-settings.ts'

/** Somebody else saved meanwhile: what both changed is chosen part by part; the rest goes by itself. */
export function ClashSheet({ timeZone, onClose }: { timeZone: string; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const momentText = useMomentText(timeZone)
  const { settings } = useSettingsPage()
  const { begun, draft, other } = useSettings(state => state)
  const [kept, setKept] = useState<ReadonlySet<PartName>>(new Set())
  if (!begun || !draft || !other) return null
  const { changed } = other.settings
  const who = changed?.by ?? t`Otra persona`
  const when = changed && momentText(changed.at)
  const nameOf = (part: PartName) =>
    partText(
      part,
      [draft, other.office, begun.office].find(one =>
        one.lines.some(({ slug }) => part === `line:${slug}`),
      ) ?? draft,
      i18n,
    )
  return (
    <Sheet
      open
      onClose={onClose}
      side="end"
      title={<Trans>{who} también guardó</Trans>}
      closeLabel={t`Cerrar`}
      foot={
        <ButtonRow>
          <Button
            look="danger"
            onClick={() => {
              settings.drop()
              onClose()
            }}
          >
            <Trans>Descartar lo mío</Trans>
          </Button>
          <Button
            onClick={() => {
              onClose()
              void settings.settle(kept)
            }}
          >
            <Trans>Guardar así</Trans>
          </Button>
        </ButtonRow>
      }
    >
      {when && (
        <p className={styles.soft}>
          <Trans>Fue {when}, mientras tú editabas. Elige con cuál se queda cada parte.</Trans>
        </p>
      )}
      {other.theirs.length > 0 && (
        <p>
          <Trans>De lo que tú no tocaste, ya está lo suyo: {other.theirs.map(nameOf).join(', ')}.</Trans>
        </p>
      )}
      {other.clashes.map(part => (
        <Section key={part} title={nameOf(part)}>
          <RadioGroup
            look="segments"
            legend={nameOf(part)}
            legendHidden
            options={[
              { value: 'theirs', label: t`Lo de ${who}` },
              { value: 'mine', label: t`Lo mío` },
            ]}
            value={kept.has(part) ? 'mine' : 'theirs'}
            onChange={choice =>
              setKept(before => new Set([...before, part].filter(one => one !== part || choice === 'mine')))
            }
          />
          <DifferenceList before={begun.office} after={kept.has(part) ? draft : other.office} part={part} />
        </Section>
      ))}
    </Sheet>
  )
}
