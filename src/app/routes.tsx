import { type ComponentType, lazy } from 'react'
import { Route, Switch } from 'wouter'
import HomeScreen from '#src/screens/home/home-screen.tsx'
import { screenWords } from '#src/texts/load-catalog.ts'
import { useScrollPlaces } from './use-scroll-places.ts'

/** A screen that is fetched when it is gone to, with the words of the screens. */
const late = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async () => (await Promise.all([load(), screenWords()]))[0])

const BrowseScreen = late(() => import('#src/screens/browse/browse-screen.tsx'))
const LineLinkScreen = late(() => import('#src/screens/office/line-link-screen.tsx'))
const TakeScreen = late(() => import('#src/screens/take/take-screen.tsx'))
const BookScreen = late(() => import('#src/screens/book/book-screen.tsx'))
const TicketsScreen = late(() => import('#src/screens/tickets/tickets-screen.tsx'))
const MoveScreen = late(() => import('#src/screens/reservations/move-screen.tsx'))
const FavoritesScreen = late(() => import('#src/screens/favorites/favorites-screen.tsx'))
const ProfileScreen = late(() => import('#src/screens/profile/profile-screen.tsx'))
const MeetScreen = late(() => import('#src/screens/meet/meet-screen.tsx'))
const NumberMeetScreen = late(() => import('#src/screens/meet/number-meet-screen.tsx'))
const OtherPlaces = late(() => import('./other-places.tsx'))

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
      <Route path="/tickets">
        <TicketsScreen tuid={null} reservation={null} />
      </Route>
      <Route path="/tickets/:tuid/meet">{({ tuid }) => <NumberMeetScreen tuid={tuid} />}</Route>
      <Route path="/tickets/:tuid">{({ tuid }) => <TicketsScreen tuid={tuid} reservation={null} />}</Route>
      <Route path="/reservations/:id/meet">{({ id }) => <MeetScreen meeting={{ reserve: id }} />}</Route>
      <Route path="/reservations/:id">{({ id }) => <TicketsScreen tuid={null} reservation={id} />}</Route>
      <Route path="/reservations/:id/move">{({ id }) => <MoveScreen key={id} id={id} />}</Route>
      <Route path="/favorites" component={FavoritesScreen} />
      <Route path="/profile" component={ProfileScreen} />
      <Route component={OtherPlaces} />
    </Switch>
  )
}
