import { Route, Switch } from 'wouter'
import { RETURN_SCREEN } from '#contract/provider-return.ts'
import AccountScreen from './account-screen.tsx'
import ConfirmScreen from './confirm-screen.tsx'
import ForgotScreen from './forgot-screen.tsx'
import ProviderReturnScreen from './provider-return-screen.tsx'
import RecoverScreen from './recover-screen.tsx'
import ResetScreen from './reset-screen.tsx'
import SignInScreen from './sign-in-screen.tsx'
import SignUpScreen from './sign-up-screen.tsx'

/** What is about an account, in one download: whoever goes to one of these soon goes to another. */
export default function AccountPlaces() {
  return (
    <Switch>
      <Route path="/sign-in" component={SignInScreen} />
      <Route path={RETURN_SCREEN} component={ProviderReturnScreen} />
      <Route path="/sign-up" component={SignUpScreen} />
      <Route path="/password/forgot" component={ForgotScreen} />
      <Route path="/account/reset" component={ResetScreen} />
      <Route path="/account/confirm" component={ConfirmScreen} />
      <Route path="/account/recover" component={RecoverScreen} />
      <Route path="/profile/account" component={AccountScreen} />
    </Switch>
  )
}
