import { useQuery } from '@tanstack/react-query'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { waysInQuery } from '#src/queries/account-queries.ts'
import { placeOfWay, type Way } from '#src/screens/shared/way-in.ts'
import { useSession } from '#src/stores/session-store.ts'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import styles from './introduction.module.css'
import { ProviderButtons } from './provider-buttons.tsx'

export interface OtherWaysProps {
  here: Way
  /** Where one goes on. */
  next: string
  /** Changes the way in its place, where what was typed around it has to stay. */
  onChoose?: (way: Way) => void
}

/** Who is in is seen by the screen around it. */
const nothing = () => undefined

/** Under the form, quietly: the ways in that this one is not. Nothing, where signing in is hidden. */
export function OtherWays({ here, next, onChoose }: OtherWaysProps) {
  const ways = useQuery(waysInQuery())
  const hides = useUi(isHidden('login'))
  const isIn = useSession(({ user }) => user !== null)
  if (hides) return null
  const to = (way: Way, words: ReactNode) =>
    onChoose ? (
      <Button look="quiet" onClick={() => onChoose(way)}>
        {words}
      </Button>
    ) : (
      <Button look="quiet" href={placeOfWay(way, next)}>
        {words}
      </Button>
    )
  const signIn = () => to('sign-in', <Trans>Inicia sesión</Trans>)
  const signUp = () => to('sign-up', <Trans>Crea una cuenta</Trans>)
  const temporary = () => !isIn && to('temporary', <Trans>Seguir sin cuenta</Trans>)
  return (
    <div className={classNames(styles.below, ways.isPending && styles.unknown)}>
      {here === 'sign-in' && ways.data?.email && (
        <Button look="hushed" wide href={`/password/forgot?next=${encodeURIComponent(next)}`}>
          <Trans>¿Olvidaste tu contraseña?</Trans>
        </Button>
      )}
      {here !== 'temporary' && <ProviderButtons next={next} onDone={nothing} />}
      <div className={classNames(styles.below, styles.apart)}>
        <p>
          {here === 'sign-in' ? (
            <Trans>¿Es tu primera vez?</Trans>
          ) : here === 'sign-up' ? (
            <Trans>¿Ya tienes cuenta?</Trans>
          ) : (
            <Trans>¿Tienes cuenta, o quieres tus números en todos tus teléfonos?</Trans>
          )}
        </p>
        <ButtonRow>
          {here !== 'sign-in' && signIn()}
          {here !== 'sign-up' && signUp()}
          {here !== 'temporary' && temporary()}
        </ButtonRow>
      </div>
    </div>
  )
}
