import { StateWord } from '#src/ui/state/state-word.tsx'
import { PreferentialWord } from './preferential-word.tsx'

/** The law lets this person go first, they said or a clerk saw: for the office's own eyes. */
export function Preferential() {
  return (
    <StateWord tone="press">
      <PreferentialWord />
    </StateWord>
  )
}
