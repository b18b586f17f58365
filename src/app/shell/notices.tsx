import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { aboutOf, type Favorite } from '#src/domain/favorite.ts'
import type { Notice } from '#src/domain/notice.ts'
import { browserTimers } from '#src/platform/timers.ts'
import { useReceipts } from '#src/queries/use-receipts.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { placeOfWay } from '#src/screens/shared/way-in.ts'
import { noticesStore, useNotices } from '#src/stores/notices-store.ts'
import { useSession } from '#src/stores/session-store.ts'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import { wordNotice } from '#src/texts/notice-texts.ts'
import { type NoticeItem, NoticeStack } from '#src/ui/layer/notice-stack.tsx'
import { closeDialogs, useOpenDialogs } from '#src/ui/layer/open-dialogs.ts'
import { Uppermost } from '#src/ui/layer/uppermost.tsx'
import { Button } from '#src/ui/press/button.tsx'

/** Where a notice leads, or null where it only says something. */
function placeOf(notice: Notice): string | null {
  switch (notice.kind) {
    case 'call':
    case 'almost_there':
    case 'skipped':
    case 'message':
      return `/tickets/${notice.tuid}`
    case 'poll':
      return `/tickets/${notice.tuid}/poll`
    default:
      return null
  }
}

/** Long enough to read a few words twice. What went well needs no press to be got rid of. */
const SUCCESS_STAYS_MS = 6_000

/** Where a time is chosen. */
const isBooking = (path: string) => path.endsWith('/book') || path.endsWith('/move')

/**
 * What can wait until somebody is through with choosing and typing is not laid over the hours or the fields:
 * it is said when they have what they came for.
 */
const canWait = (notice: Notice, path: string) =>
  notice.kind === 'isTemporary' && (isBooking(path) || path.endsWith('/take'))

/** Where a screen itself says that the session of an account is over, beside the way back in. */
const asksWhoOneIs = (path: string) =>
  path.startsWith('/profile') ||
  path.endsWith('/take') ||
  path.endsWith('/book') ||
  path === '/sign-in' ||
  path === '/tickets'

/** What the screen itself says in its place, and needs not be said over it as well. */
function isSaidThere(notice: Notice, path: string): boolean {
  switch (notice.kind) {
    case 'isTemporary':
      return path.startsWith('/tickets/') || path.startsWith('/reservations/')
    case 'block-already-taken-error':
      return isBooking(path)
    case 'generic-error':
      return (
        (notice.about === 'reservation' && isBooking(path)) ||
        (notice.code === 'sent-home' && path === `/tickets/${notice.subject}`)
      )
    case 'new-alert':
    case 'new-alert-error':
      return path.endsWith('/take')
    case 'poll':
      return path === placeOf(notice)
    case 'success':
      return (
        (notice.code === 'poll-sent' && path === `/tickets/${notice.subject}/poll`) ||
        (notice.code === 'parked-by-video' && path === `/tickets/${notice.subject}/meet`)
      )
    case 'alert':
      return path.startsWith(`/offices/${notice.officeSlug}/`) && path.endsWith('/take')
    default:
      return false
  }
}

function useSuccessesGo(notices: readonly Notice[]): void {
  const success = notices.find(({ kind }) => kind === 'success')?.id
  useEffect(() => {
    if (success === undefined) return
    return browserTimers.after(SUCCESS_STAYS_MS, () => noticesStore.getState().dismiss(success))
  }, [success])
}

/**
 * What a number's own screen shows in its place is not drawn over it: it would cover the number. A call and
 * its loss are said aloud all the same (CALL-05); that the turn comes near, the screen's own status says.
 */
const isOnItsScreen = (notice: Notice, path: string) => notice.kind !== 'poll' && placeOf(notice) === path

/** What happened, over whatever is on the screen. */
export default function Notices() {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [path] = useLocation()
  const notices = useNotices(store => store.notices)
  const document = useSession(session => session.user?.identity_type ?? 'rut')
  const hadAccount = useSession(({ ended }) => ended === 'registered')
  const hidesLogin = useUi(isHidden('login'))
  const dismiss = noticesStore.getState().dismiss
  const follow = (id: number) => {
    dismiss(id)
    closeDialogs()
  }
  // Over a video call: what leads away from it ends it.
  const isInCall = useOpenDialogs().some(({ dataset }) => dataset.fillsWindow === 'call')
  const askToLeave = useUi(ui => ui.askToLeave)
  const { value: receipts = [] } = useReceipts()
  /** The call that one is in, by whichever of its two addresses. */
  const isThisCall = (notice: Notice) => {
    if (!isInCall || notice.kind !== 'call') return false
    const reserve = receipts.find(({ tuid }) => tuid === notice.tuid)?.reserve
    return path === `/tickets/${notice.tuid}/meet` || path === `/reservations/${reserve}/meet`
  }
  useSuccessesGo(notices)

  const isOver = (notice: Notice) =>
    hadAccount && notice.kind === 'generic-error' && notice.code === 'session-expired'

  const draw = (notice: Notice): NoticeItem => {
    const place = placeOf(notice)
    return {
      ...wordNotice(notice, i18n, document),
      id: String(notice.id),
      action:
        notice.kind === 'success' && notice.undo ? (
          <UndoButton {...notice.undo} onPress={() => dismiss(notice.id)} />
        ) : place && place !== path ? (
          <Button
            look="soft"
            size="tight"
            {...(isInCall
              ? { onClick: () => askToLeave({ path: place, loss: 'call' }) }
              : { href: place, onClick: () => follow(notice.id) })}
          >
            {notice.kind === 'poll' ? t`Evalúa la atención` : t`Ver tu número`}
          </Button>
        ) : isOver(notice) && !hidesLogin ? (
          <Button look="soft" size="tight" href={placeOfWay('sign-in', path)} onClick={closeDialogs}>
            {t`Inicia sesión`}
          </Button>
        ) : undefined,
    }
  }

  return (
    <Uppermost>
      <div role="alert" className="visually-hidden">
        {notices
          .filter(notice => isOnItsScreen(notice, path) && notice.kind !== 'almost_there')
          .map(notice => (
            <p key={notice.id}>{wordNotice(notice, i18n).title}</p>
          ))}
      </div>
      <NoticeStack
        label={t`Avisos recientes`}
        dismissLabel={t`Cerrar el aviso`}
        notices={notices
          .filter(notice => !isOnItsScreen(notice, path) && !isSaidThere(notice, path))
          .filter(notice => !canWait(notice, path) && !isThisCall(notice))
          .filter(notice => !(isOver(notice) && asksWhoOneIs(path)))
          .map(draw)}
        onDismiss={id => dismiss(Number(id))}
      />
    </Uppermost>
  )
}

/** Makes it as it was before. */
function UndoButton({
  favorite,
  wanted,
  onPress,
}: {
  favorite: Favorite
  wanted: boolean
  onPress: () => void
}) {
  const { t } = useMacro()
  const { run } = useErrand('markFavorite', aboutOf(favorite))
  return (
    <Button
      look="soft"
      size="tight"
      onClick={() => {
        void run(favorite, wanted, { says: false })
        onPress()
      }}
    >
      {t`Deshacer`}
    </Button>
  )
}
