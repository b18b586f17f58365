import type { PersonNews, ToldNews } from '#src/platform/other-pages.ts'
import { reportFault } from '#src/platform/report-fault.ts'
import type { Stop } from '#src/platform/subscribers.ts'
import type { TakeBack } from '#src/platform/timers.ts'
import type { SocketNews } from '#src/socket/office-socket.ts'
import { sendCancels } from '../reservations/cancel-reservation.ts'
import { bringFavorites } from '../favorites/bring-favorites.ts'
import { sendFavorites } from '../favorites/send-favorites.ts'
import { sendPolls } from '../polls/answer-poll.ts'
import { renewPush } from '../push/renew-push.ts'
import { checkSessionExpiry } from '../session/check-session-expiry.ts'
import { drainInbox } from '../tickets/drain-inbox.ts'
import type { FlowContext } from '../flow-context.ts'
import { loadReservations } from '../reservations/load-reservations.ts'
import { loadTickets } from '../tickets/load-tickets.ts'
import { sayFromPage } from '../tickets/say-where-seen.ts'
import { keepAsking } from './keep-asking.ts'
import { keepTelling } from './keep-telling.ts'
import { type AskLater, recordFact } from './record-fact.ts'
import { recordLines } from './record-lines.ts'
import { followPerson } from '../session/follow-person.ts'
import { startSession } from '../session/start-session.ts'
import { tellUntoldLanguage } from '../session/tell-language.ts'

/** The network may have been there all the while, and the server alone have stumbled. */
const KNOCK_AGAIN_MS = 30_000

/** They are known here by this device alone: the server could be asked, and did not say that it is they. */
const isUntold = ({ connectivity, session }: FlowContext) =>
  session.user() !== null && session.token() === null && connectivity.isOnline()

async function loadHeld(context: FlowContext): Promise<void> {
  await loadTickets(context)
  await loadReservations(context)
}

/** The network is back. */
async function catchUp(context: FlowContext): Promise<void> {
  if (context.session.token() === null) return void (await startSession(context))
  await sendCancels(context)
  await sendPolls(context)
  await loadHeld(context)
  await tellUntoldLanguage(context)
  await bringFavorites(context)
}

/** What the socket tells, taken in. */
async function takeIn(context: FlowContext, news: SocketNews, askLater: AskLater): Promise<void> {
  const { connection, connectivity, db, serverData } = context
  switch (news.kind) {
    case 'socket':
      if (news.state === 'open') connectivity.reportReached()
      return
    case 'dismissed':
      // Another page of theirs may have left, or come in anew. Whose session is over learns it by asking
      // alone: no connection is given to them any more. By the cookie, which all pages share: the token is of
      // the session that ended, and somebody who has just made an account in another page has the next one.
      await followPerson(context, null)
      if (context.session.token() !== null) await startSession(context)
      return
    case 'channel':
      connection.setChannel(news.officeSlug, news.state)
      return
    case 'fact':
      await recordFact(context, news.officeSlug, news, askLater)
      return
    case 'lines':
      await recordLines(context, news.officeSlug, news.lines, news.at)
      return
    case 'reset':
      await db.tickets.forgetSequence(news.officeSlug)
      await db.reservations.forgetSequence(news.officeSlug)
      serverData.refetchOffice(news.officeSlug)
      askLater(() => loadHeld(context))
      return
    case 'ticket-error':
      // Whoever asked for the ticket listens for it.
      return
  }
}

/**
 * What runs by itself while the page is open: takes in what the socket tells, in its order; wakes the
 * connection when the page is seen or the network is back; empties the inbox; tells the stores how the
 * connection is.
 *
 * @returns ends it
 */
export function keepWatch(context: FlowContext): Stop {
  const { connection, connectivity, otherPages, pushDoor, session, socket, timers, visibility } = context
  let isOver = false
  const aLine = () => {
    let line: Promise<void> = Promise.resolve()
    return (work: () => Promise<unknown>) => {
      line = line.then(async () => {
        if (isOver) return
        try {
          await work()
        } catch (error) {
          // What was under way when the watch ended may find the database closed; nobody waits for it any
          // more.
          if (!isOver) reportFault(error)
        }
        knockSoon()
      })
    }
  }
  /** A fact that is taken in before the one that it follows would be refused as old. */
  const takeInTurn = aLine()
  /** What asks the server, which may be slow to answer: no call waits behind it. */
  const inTurn = aLine()
  /** So does what facts leave open, which the rest must not keep waiting: a call may be taken back. */
  const askInTurn = aLine()
  let takeBack: TakeBack | null = null
  const knock = async () => {
    takeBack = null
    if (isUntold(context)) await startSession(context)
  }
  function knockSoon(): void {
    if (!isOver && isUntold(context)) takeBack ??= timers.after(KNOCK_AGAIN_MS, () => inTurn(knock))
  }
  void session.whenKnown().then(knockSoon)
  /** Another page of theirs may be closed by the time that it is called. */
  const loadTaken = async ({ user_id }: PersonNews) => {
    if (session.token() !== null && session.user()?.user_id === user_id) await loadHeld(context)
  }
  let permission = pushDoor.state()
  /** It may have been given, or taken away, in the phone's own settings meanwhile. */
  const followPermission = async () => {
    if (pushDoor.state() === permission) return
    permission = pushDoor.state()
    await renewPush(context)
  }
  /** Told by another page while nobody looked at this one either. */
  const unsaid: ToldNews[] = []
  const asking = keepAsking(context)
  const stops = [
    asking.stop,
    keepTelling(context),
    socket.subscribe(news => {
      // How channels and the socket are needs no turn.
      if (news.kind === 'socket' || news.kind === 'channel') void takeIn(context, news, askInTurn)
      else if (news.kind === 'dismissed') inTurn(() => takeIn(context, news, askInTurn))
      else takeInTurn(() => takeIn(context, news, askInTurn))
    }),
    connectivity.subscribe(isOnline => {
      connection.setOnline(isOnline)
      if (!isOnline) return
      socket.wake()
      inTurn(async () => {
        await catchUp(context)
        asking.look()
      })
    }),
    otherPages.subscribe(news => {
      if (news.kind === 'told' && visibility.isVisible()) takeInTurn(() => sayFromPage(context, news))
      else if (news.kind === 'told') unsaid.push(news)
      else inTurn(() => (news.kind === 'took' ? loadTaken(news) : followPerson(context, news)))
    }),
    visibility.subscribe(isVisible => {
      if (!isVisible) return
      socket.wake()
      for (const news of unsaid.splice(0)) takeInTurn(() => sayFromPage(context, news, true))
      inTurn(async () => {
        await followPerson(context, null)
        if (await checkSessionExpiry(context)) return
        await followPermission()
        await drainInbox(context)
        await sendCancels(context)
        // What they took or gave up meanwhile, in another page or on another device.
        if (session.token() !== null) await loadHeld(context)
        await sendFavorites(context)
        await sendPolls(context)
        asking.look()
      })
    }),
  ]
  connection.setOnline(connectivity.isOnline())
  return () => {
    isOver = true
    takeBack?.()
    for (const stop of stops) stop()
  }
}
