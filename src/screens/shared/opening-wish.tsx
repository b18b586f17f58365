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
import { useSession } from '#src/stores/session-store.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { PushStateText } from './push-state-text.tsx'
import { useErrand } from './use-errand.ts'

/**
 * "Avísame cuando abra": a wish for the office, or for a line of it that is frozen. A guest says first who
 * they are.
 */
export function OpeningWish({ office_id, line_id }: Wish) {
  const isSignedIn = useSession(session => session.token !== null)
  const [path] = useLocation()
  if (isSignedIn) return <OwnWish office_id={office_id} line_id={line_id} />
  return (
    <Button wide look="soft" icon="bell" href={`/identify?next=${encodeURIComponent(path)}`}>
      <WishWords line_id={line_id} />
    </Button>
  )
}

const WishWords = ({ line_id }: Pick<Wish, 'line_id'>) =>
  line_id === null ? <Trans>Avísame cuando abra</Trans> : <Trans>Avísame cuando dé números</Trans>

/** Whether this browser rings is looked at as the wish comes into sight; until then nothing is said of it. */
function useLookedAtPush(): boolean {
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    flows
      .get()
      .then(({ renewPush }) => renewPush())
      .then(() => setKnown(true), reportError)
  }, [])
  return isKnown
}

function OwnWish(wish: Wish) {
  const { i18n } = useLingui()
  const client = useQueryClient()
  const { data: wishes = [] } = useQuery(openingWishesQuery())
  const state = usePush(push => push.state)
  const isKnown = useLookedAtPush()
  const about = `${wish.office_id} ${wish.line_id}`
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
