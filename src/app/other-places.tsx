import { lazy } from 'react'
import { Route, Switch } from 'wouter'
import NotFoundScreen from '#src/screens/not-found/not-found-screen.tsx'

const IdentifyScreen = lazy(() => import('#src/screens/identify/identify-screen.tsx'))
const CorrectScreen = lazy(() => import('#src/screens/profile/correct-screen.tsx'))
const AccountPlaces = lazy(() => import('#src/screens/account/account-places.tsx'))

/** Of these the first download knows nothing: who one is, by an account or without, and what is nowhere. */
export default function OtherPlaces() {
  return (
    <Switch>
      <Route path="/identify" component={IdentifyScreen} />
      <Route path="/profile/correct" component={CorrectScreen} />
      <Route
        path={/^\/(sign-(in|up)|password\/forgot|account\/(reset|confirm)|profile\/account)$/}
        component={AccountPlaces}
      />
      <Route component={NotFoundScreen} />
    </Switch>
  )
}
