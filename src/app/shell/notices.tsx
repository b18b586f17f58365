import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { useLocation } from 'wouter'
import type { Notice } from '#src/domain/notice.ts'
import { noticesStore, useNotices } from '#src/stores/notices-store.ts'
import { useSession } from '#src/stores/session-store.ts'
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

/** What a ticket's own screen says in its place instead of over it. */
const isSaidThere = (notice: Notice, path: string) =>
  notice.kind === 'isTemporary' && path.startsWith('/tickets/')

/** A call whose own screen is open is not drawn over it, but said aloud all the same (CALL-05). */
const isOnItsScreen = (notice: Notice, path: string) => notice.kind === 'call' && placeOf(notice) === path

/** What happened, over whatever is on the screen. */
export default function Notices() {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [path] = useLocation()
  const notices = useNotices(store => store.notices)
  const document = useSession(session => session.user?.identity_type ?? 'rut')
  const dismiss = noticesStore.getState().dismiss

  const draw = (notice: Notice): NoticeItem => {
    const place = placeOf(notice)
    return {
      ...wordNotice(notice, i18n, document),
      id: String(notice.id),
      action:
        place && place !== path ? (
          <Button look="soft" size="tight" href={place} onClick={() => dismiss(notice.id)}>
            {t`Ver tu número`}
          </Button>
        ) : undefined,
    }
  }

  return (
    <>
      <div role="alert" className="visually-hidden">
        {notices
          .filter(notice => isOnItsScreen(notice, path))
          .map(notice => (
            <p key={notice.id}>{wordNotice(notice, i18n).title}</p>
          ))}
      </div>
      <NoticeStack
        label={t`Avisos`}
        dismissLabel={t`Cerrar el aviso`}
        notices={notices
          .filter(notice => !isOnItsScreen(notice, path) && !isSaidThere(notice, path))
          .map(draw)}
        onDismiss={id => dismiss(Number(id))}
      />
    </>
  )
}
