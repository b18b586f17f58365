import { Route, Switch } from 'wouter'
import LineLinkScreen from '#src/screens/office/line-link-screen.tsx'
import PaperScreen from '#src/screens/paper/paper-screen.tsx'
import SlipScreen from '#src/screens/paper/slip-screen.tsx'
import { late } from '#src/screens/shared/late.ts'

const IdentifyScreen = late(() => import('#src/screens/identify/identify-screen.tsx'))
const MoveScreen = late(() => import('#src/screens/reservations/move-screen.tsx'))
const CorrectScreen = late(() => import('#src/screens/profile/correct-screen.tsx'))
const EraseScreen = late(() => import('#src/screens/profile/erase-screen.tsx'))
const NumberMeetScreen = late(() => import('#src/screens/meet/number-meet-screen.tsx'))
const PollScreen = late(() => import('#src/screens/polls/poll-screen.tsx'))
const AccountPlaces = late(() => import('#src/screens/account/account-places.tsx'))
const NotFoundScreen = late(() => import('#src/screens/not-found/not-found-screen.tsx'))

/** Where one is led from other screens, by a link's number, a paper, an e-mail, or by mistake. */
export default function MoreRoutes() {
  return (
    <Switch>
      <Route path="/n/:secret">{({ secret }) => <PaperScreen key={secret} secret={secret} />}</Route>
      <Route path="/r/:secret">{({ secret }) => <SlipScreen key={secret} secret={secret} />}</Route>
      <Route path="/lines/:id">{({ id }) => <LineLinkScreen id={id} />}</Route>
      <Route path="/identify" component={IdentifyScreen} />
      <Route path="/tickets/:tuid/meet">{({ tuid }) => <NumberMeetScreen meeting={{ tuid }} />}</Route>
      <Route path="/tickets/:tuid/poll">{({ tuid }) => <PollScreen tuid={tuid} />}</Route>
      <Route path="/reservations/:id/meet">
        {({ id }) => <NumberMeetScreen meeting={{ reserve: id }} />}
      </Route>
      <Route path="/reservations/:id/move">{({ id }) => <MoveScreen key={id} id={id} />}</Route>
      <Route path="/profile/correct" component={CorrectScreen} />
      <Route path="/profile/erase" component={EraseScreen} />
      <Route
        path={
          /^\/(sign-(in(\/return)?|up)|password\/forgot|account\/(reset|confirm|recover)|profile\/account)$/
        }
        component={AccountPlaces}
      />
      <Route component={NotFoundScreen} />
    </Switch>
  )
}
