import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { WhatsappState } from '#contract/rest/whatsapp.ts'
import { showAnswer } from '#src/queries/show-answer.ts'
import { whatsappKey, whatsappQuery } from '#src/queries/whatsapp-query.ts'
import { useSession } from '#src/stores/session-store.ts'
import { lastOffered } from './last-offered.ts'

/** How one is reached by WhatsApp, and what was just learned of it. Undefined until it is known. */
export function useWhatsapp({ awaitsCode = false, isWanted = true } = {}) {
  const client = useQueryClient()
  const isIn = useSession(({ token }) => token !== null)
  const { data: whatsapp, isError } = useQuery({ ...whatsappQuery(awaitsCode), enabled: isIn && isWanted })
  const learn = useCallback(
    (learned: WhatsappState) => void showAnswer(client, whatsappKey, learned),
    [client],
  )
  /** What was refused, or answered by nobody, may have changed something all the same. */
  const lookAgain = useCallback(() => void client.invalidateQueries({ queryKey: whatsappKey }), [client])
  useEffect(() => {
    if (whatsapp) lastOffered.keep(whatsapp.offered)
  }, [whatsapp])
  /** Nobody could be asked. */
  const isUnknowable = !isIn || isError
  return { whatsapp, isUnknowable, learn, lookAgain }
}
