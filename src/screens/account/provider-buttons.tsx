import { useQuery } from '@tanstack/react-query'
import { waysInQuery } from '#src/queries/account-queries.ts'

/** The other ways in that this installation offers. @param onDone told when one of them let somebody in */
export function ProviderButtons(_: { onDone: () => void }) {
  const { data: ways } = useQuery(waysInQuery())
  if (!ways || ways.providers.length === 0) return null
  return (
    <ul>
      {ways.providers.map(({ id, label }) => (
        <li key={id}>{label ?? id}</li>
      ))}
    </ul>
  )
}
