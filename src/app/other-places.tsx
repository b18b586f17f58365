import { lazy } from 'react'
import { Route, Switch } from 'wouter'
import NotFoundScreen from '#src/screens/not-found/not-found-screen.tsx'

const AccountPlaces = lazy(() => import('#src/screens/account/account-places.tsx'))

/** Of these the first download knows nothing: what is about an account, and what is nowhere. */
export default function OtherPlaces() {
  return (
    <Switch>
      <Route
        path={/^\/(sign-(in(\/return)?|up)|password\/forgot|account\/(reset|confirm)|profile\/account)$/}
        component={AccountPlaces}
      />
      <Route component={NotFoundScreen} />
    </Switch>
  )
}
