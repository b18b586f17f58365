import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { useLocation } from 'wouter'
import type { Notice } from '#src/domain/notice.ts'
import { noticesStore, useNotices } from '#src/stores/notices-store.ts'
import { wordNotice } from '#src/texts/notice-texts.ts'
import { type NoticeItem, NoticeStack } from '#src/ui/layer/notice-stack.tsx'
import { Button } from '#src/ui/press/button.tsx'

/** Where a notice leads, or null where it only says something. */
function placeOf(notice: Notice): string | null {
  switch (notice.kind) {
    case 'call':
    case 'almost_there':
    case 'skipped':
    case 'poll':
      return `/tickets/${notice.tuid}`
    default:
      return null
  }
}

/** What happened, over whatever is on the screen. A ticket's own screen says its news itself. */
export function Notices() {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [path] = useLocation()
  const notices = useNotices(store => store.notices)
  const items = notices
    .filter(notice => placeOf(notice) === null || placeOf(notice) !== path || notice.kind !== 'call')
    .map((notice): NoticeItem => {
      const { title, detail, tone, icon, urgent } = wordNotice(notice, i18n)
      const place = placeOf(notice)
      return {
        id: String(notice.id),
        title,
        detail,
        tone,
        icon,
        urgent,
        action:
          place && place !== path ? (
            <Button
              look="soft"
              size="tight"
              href={place}
              onClick={() => noticesStore.getState().dismiss(notice.id)}
            >
              {t`Ver tu número`}
            </Button>
          ) : undefined,
      }
    })
  return (
    <NoticeStack
      label={t`Avisos`}
      dismissLabel={t`Cerrar el aviso`}
      notices={items}
      onDismiss={id => noticesStore.getState().dismiss(Number(id))}
    />
  )
}
