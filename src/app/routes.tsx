import { Route, Switch } from 'wouter'
import HomeScreen from '#src/screens/home/home-screen.tsx'
import { late } from '#src/screens/shared/late.ts'
import { useScrollPlaces } from './use-scroll-places.ts'

const BrowseScreen = late(() => import('#src/screens/browse/browse-screen.tsx'))
const TakeScreen = late(() => import('#src/screens/take/take-screen.tsx'))
const BookScreen = late(() => import('#src/screens/book/book-screen.tsx'))
const TicketsScreen = late(() => import('#src/screens/tickets/tickets-screen.tsx'))
const FavoritesScreen = late(() => import('#src/screens/favorites/favorites-screen.tsx'))
const MoreRoutes = late(() => import('./more-routes.tsx'))
const ProfileScreen = late(() => import('#src/screens/profile/profile-screen.tsx'))

/**
 * The addresses to which people come, and the screen that stands there. Home alone is in the first download;
 * the addresses to which one is led from these are in a file of their own (`more-routes.tsx`).
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
      <Route path="/tickets">
        <TicketsScreen tuid={null} reservation={null} />
      </Route>
      <Route path="/tickets/:tuid">{({ tuid }) => <TicketsScreen tuid={tuid} reservation={null} />}</Route>
      <Route path="/reservations/:id">{({ id }) => <TicketsScreen tuid={null} reservation={id} />}</Route>
      <Route path="/favorites" component={FavoritesScreen} />
      <Route path="/profile" component={ProfileScreen} />
      <Route component={MoreRoutes} />
    </Switch>
  )
}
