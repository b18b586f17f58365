import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Office, OfficeState } from '#contract/rest/offices.ts'

const LISTED = 20

/** What the server answers at `path`; null until it has. */
function useAnswer<Answer>(path: string): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    void fetch(path)
      .then(response => response.json())
      .then(setAnswer)
  }, [path])
  return answer
}

function OneOffice({ slug }: { slug: string }) {
  const state = useAnswer<OfficeState>(`/api/v1/state/${slug}`)
  if (!state) return null
  return (
    <>
      <h1>{state.office.name}</h1>
      <p>{state.office.address}</p>
      <ul>
        {state.lines.map(({ id, name, waiting }) => (
          <li key={id}>
            {name}: {waiting}
          </li>
        ))}
      </ul>
    </>
  )
}

function AllOffices() {
  const offices = useAnswer<Office[]>('/api/v3/offices/web')
  return (
    <ul>
      {offices?.slice(0, LISTED).map(({ id, name, address }) => (
        <li key={id}>
          {name}, {address}
        </li>
      ))}
    </ul>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const [, slug] = /^\/offices\/([^/]+)$/.exec(location.pathname) ?? []
createRoot(root).render(slug === undefined ? <AllOffices /> : <OneOffice slug={slug} />)
