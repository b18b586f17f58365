import { RETURN_SCREEN } from '#contract/provider-return.ts'
import { Route, Switch } from 'wouter'
import HomeScreen from '#src/screens/home/home-screen.tsx'
import { late } from '#src/screens/shared/late.ts'
import { useScrollPlaces } from './use-scroll-places.ts'

const BrowseScreen = late(() => import('#src/screens/browse/browse-screen.tsx'))
const LineLinkScreen = late(() => import('#src/screens/office/line-link-screen.tsx'))
const TakeScreen = late(() => import('#src/screens/take/take-screen.tsx'))
const BookScreen = late(() => import('#src/screens/book/book-screen.tsx'))
const IdentifyScreen = late(() => import('#src/screens/identify/identify-screen.tsx'))
const TicketsScreen = late(() => import('#src/screens/tickets/tickets-screen.tsx'))
const MoveScreen = late(() => import('#src/screens/reservations/move-screen.tsx'))
const PaperScreen = late(() => import('#src/screens/paper/paper-screen.tsx'))
const FavoritesScreen = late(() => import('#src/screens/favorites/favorites-screen.tsx'))
const ProfileScreen = late(() => import('#src/screens/profile/profile-screen.tsx'))
const CorrectScreen = late(() => import('#src/screens/profile/correct-screen.tsx'))
const EraseScreen = late(() => import('#src/screens/profile/erase-screen.tsx'))
const AccountScreen = late(() => import('#src/screens/account/account-screen.tsx'))
const SignInScreen = late(() => import('#src/screens/account/sign-in-screen.tsx'))
const ProviderReturnScreen = late(() => import('#src/screens/account/provider-return-screen.tsx'))
const SignUpScreen = late(() => import('#src/screens/account/sign-up-screen.tsx'))
const ForgotScreen = late(() => import('#src/screens/account/forgot-screen.tsx'))
const ResetScreen = late(() => import('#src/screens/account/reset-screen.tsx'))
const ConfirmScreen = late(() => import('#src/screens/account/confirm-screen.tsx'))
const MeetScreen = late(() => import('#src/screens/meet/meet-screen.tsx'))
const NumberMeetScreen = late(() => import('#src/screens/meet/number-meet-screen.tsx'))
const PollScreen = late(() => import('#src/screens/polls/poll-screen.tsx'))
const NotFoundScreen = late(() => import('#src/screens/not-found/not-found-screen.tsx'))

/**
 * Every address of the application, and the screen that stands there. Home alone is in the first download.
 */
export function Routes() {
  useScrollPlaces()
  return (
    <Switch>
      <Route path="/" component={HomeScreen} />
      <Route path="/search">
        <BrowseScreen officeSlug={null} lineSlug={null} />
      </Route>
      <Route path="/offices/:office">
        {({ office }) => <BrowseScreen officeSlug={office} lineSlug={null} />}
      </Route>
      <Route path="/offices/:office/lines/:line">
        {({ office, line }) => <BrowseScreen officeSlug={office} lineSlug={line} />}
      </Route>
      <Route path="/offices/:office/lines/:line/take">
        {({ office, line }) => <TakeScreen officeSlug={office} lineSlug={line} />}
      </Route>
      <Route path="/offices/:office/lines/:line/book">
        {({ office, line }) => <BookScreen officeSlug={office} lineSlug={line} />}
      </Route>
      <Route path="/lines/:id">{({ id }) => <LineLinkScreen lineId={Number(id)} />}</Route>
      <Route path="/n/:secret">{({ secret }) => <PaperScreen key={secret} secret={secret} />}</Route>
      <Route path="/identify" component={IdentifyScreen} />
      <Route path="/tickets">
        <TicketsScreen tuid={null} reservation={null} />
      </Route>
      <Route path="/tickets/:tuid/meet">{({ tuid }) => <NumberMeetScreen tuid={tuid} />}</Route>
      <Route path="/tickets/:tuid/poll">{({ tuid }) => <PollScreen tuid={tuid} />}</Route>
      <Route path="/tickets/:tuid">{({ tuid }) => <TicketsScreen tuid={tuid} reservation={null} />}</Route>
      <Route path="/reservations/:id/meet">{({ id }) => <MeetScreen meeting={{ reserve: id }} />}</Route>
      <Route path="/reservations/:id">{({ id }) => <TicketsScreen tuid={null} reservation={id} />}</Route>
      <Route path="/reservations/:id/move">{({ id }) => <MoveScreen key={id} id={id} />}</Route>
      <Route path="/favorites" component={FavoritesScreen} />
      <Route path="/profile" component={ProfileScreen} />
      <Route path="/profile/correct" component={CorrectScreen} />
      <Route path="/profile/erase" component={EraseScreen} />
      <Route path="/profile/account" component={AccountScreen} />
      <Route path="/sign-in" component={SignInScreen} />
      <Route path={RETURN_SCREEN} component={ProviderReturnScreen} />
      <Route path="/sign-up" component={SignUpScreen} />
      <Route path="/password/forgot" component={ForgotScreen} />
      <Route path="/account/reset" component={ResetScreen} />
      <Route path="/account/confirm" component={ConfirmScreen} />
      <Route component={NotFoundScreen} />
    </Switch>
  )
}
