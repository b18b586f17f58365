import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { OpeningWish as Wish } from '#contract/rest/push.ts'
import { flows } from '#src/flows/flows.ts'
import { openingWishesQuery } from '#src/queries/opening-wishes-query.ts'
import { queryKeys } from '#src/queries/query-keys.ts'
import { showAnswer } from '#src/queries/show-answer.ts'
import { usePush } from '#src/stores/push-store.ts'
import { isGuest, isUnknown, useSession } from '#src/stores/session-store.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { PushStateText } from './push-state-text.tsx'
import { useErrand } from './use-errand.ts'

/**
 * "Avísame cuando abra": a wish for the office, or for a line of it that is frozen. A guest says first who
 * they are. A press before it is known who is here waits until it is, and is then what it was meant to be.
 */
export function OpeningWish(wish: Wish) {
  const [path, navigate] = useLocation()
  const guest = useSession(session => isGuest(session) && !isUnknown(session))
  const { busy, forget } = useErrand('wishOpening', aboutOf(wish))
  const identify = `/identify?next=${encodeURIComponent(path)}`
  function refuseGuest(): void {
    forget()
    if (location.pathname === path) navigate(identify)
  }
  if (!guest || busy) return <OwnWish {...wish} onGuest={refuseGuest} />
  return (
    <Button wide look="soft" icon="bell" href={identify}>
      <WishWords line_id={wish.line_id} />
    </Button>
  )
}

const aboutOf = ({ office_id, line_id }: Wish) => `${office_id} ${line_id}`

const WishWords = ({ line_id }: Pick<Wish, 'line_id'>) =>
  line_id === null ? <Trans>Avísame cuando abra</Trans> : <Trans>Avísame cuando dé números</Trans>

/**
 * Whether this browser rings is looked at as the wish comes into sight, and whose it is; until then nothing
 * is said of it.
 */
function useLookedAtPush(isSignedIn: boolean): boolean {
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    if (!isSignedIn) return
    flows
      .get()
      .then(({ renewPush }) => renewPush())
      .then(() => setKnown(true), reportError)
  }, [isSignedIn])
  return isKnown
}

function OwnWish({ onGuest, ...wish }: Wish & { onGuest: () => void }) {
  const { i18n } = useLingui()
  const client = useQueryClient()
  const isSignedIn = useSession(session => session.token !== null)
  const { data: wishes = [] } = useQuery({ ...openingWishesQuery(), enabled: isSignedIn })
  const state = usePush(push => push.state)
  const isKnown = useLookedAtPush(isSignedIn)
  const about = aboutOf(wish)
  const wishing = useErrand('wishOpening', about)
  const dropping = useErrand('dropOpening', about)
  const [problem] = [wishing, dropping].flatMap(({ outcome }) =>
    outcome && outcome.status !== 'done' ? [outcome] : [],
  )
  const isWished = wishes.some(
    ({ office_id, line_id }) => office_id === wish.office_id && line_id === wish.line_id,
  )

  // Switched off since, or blocked in the phone's settings: a promise that nobody keeps is none.
  const rings = !isKnown || state === 'on' || state === 'unconfirmed'

  async function change({ run }: typeof wishing | typeof dropping) {
    wishing.forget()
    dropping.forget()
    const outcome = await run(wish)
    if (outcome.status === 'done') await showAnswer(client, queryKeys.openingWishes, outcome.wishes)
    else if (outcome.status === 'failed' && outcome.code === 'user-is-guest') onGuest()
  }

  return (
    <>
      {isWished && (
        <Note
          tone={rings ? 'ok' : 'almost'}
          role="status"
          title={
            rings ? (
              <Trans>Te avisaremos una vez, aunque cierres la aplicación</Trans>
            ) : (
              <Trans>Pediste un aviso, pero a este navegador no llega</Trans>
            )
          }
          action={
            <Button look="plain" size="tight" busy={dropping.busy} onClick={() => void change(dropping)}>
              <Trans>Quitar el aviso</Trans>
            </Button>
          }
        >
          {!rings && <PushStateText state={state} />}
        </Note>
      )}
      {!(isWished && rings) && (
        <Button wide look="soft" icon="bell" busy={wishing.busy} onClick={() => void change(wishing)}>
          <WishWords line_id={wish.line_id} />
        </Button>
      )}
      {problem && (
        <Note tone="almost" role="alert">
          {problem.status === 'unheard' ? (
            <PushStateText state={problem.state} />
          ) : (
            i18n._(errorText(problem.code))
          )}
        </Note>
      )}
    </>
  )
}
