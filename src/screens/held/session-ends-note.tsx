import { Trans } from '@lingui/react/macro'
import { useLocation, useSearch } from 'wouter'
import { placeOfWay } from '#src/screens/shared/way-in.ts'
import { useSession } from '#src/stores/session-store.ts'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import { longDayText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'

/**
 * Whoever has no account is known here for some days (AUTH-06), and may book for a day after that: the
 * receipt stays, but the office lets nobody change what it cannot tell to be theirs.
 * @param from when the time begins, ISO 8601
 */
export function SessionEndsNote({ from }: { from: string }) {
  const [path] = useLocation()
  const query = useSearch()
  const language = useLanguage()
  const hidesLogin = useUi(isHidden('login'))
  const user = useSession(({ user }) => user)
  if (!user?.temporal || Date.parse(user.expires_at) >= Date.parse(from)) return null
  const day = longDayText(new Date(user.expires_at), language)
  const here = query === '' ? path : `${path}?${query}`
  return (
    <Note
      tone="almost"
      icon="clock"
      title={<Trans>Sin cuenta, puedes cambiarla o cancelarla hasta el {day}</Trans>}
      action={
        !hidesLogin && (
          <Button look="soft" size="tight" href={placeOfWay('sign-up', here)}>
            <Trans>Crea una cuenta</Trans>
          </Button>
        )
      }
    >
      <Trans>Tu hora vale igual. Con una cuenta podrás cambiarla o cancelarla hasta el último momento.</Trans>
    </Note>
  )
}
