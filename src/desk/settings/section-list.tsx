import { useLingui } from '@lingui/react/macro'
import type { IconName } from '#src/ui/icon.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { useToday } from '../use-today.ts'
import { sectionTexts } from './field-text.ts'
import { PartMark } from './part-mark.tsx'
import { SECTIONS, type SectionName } from './parts.ts'
import { sectionSentence } from './sentences.ts'
import { useDraft, useSettingsPage } from './use-settings.ts'

const ICONS: Record<SectionName, IconName> = {
  office: 'home',
  hours: 'clock',
  closures: 'calendar',
  lines: 'people',
  modulos: 'screen',
  services: 'check',
  numbers: 'ticket',
  preference: 'heart',
  messages: 'poll',
  policy: 'shield',
}

/** The sections, each with how it stands now. */
export function SectionList({ current }: { current: SectionName | undefined }) {
  const { t, i18n } = useLingui()
  const { go } = useSettingsPage()
  const draft = useDraft()
  const today = useToday(draft.time_zone)
  return (
    <nav aria-label={t`Ajustes`}>
      <List>
        {SECTIONS.map(section => (
          <ListRow
            key={section}
            icon={ICONS[section]}
            title={i18n._(sectionTexts[section])}
            detail={
              <>
                {sectionSentence(section, draft, { today, i18n })}
                <PartMark part={section} />
              </>
            }
            current={section === current}
            further
            onClick={() => go({ section })}
          />
        ))}
      </List>
    </nav>
  )
}
