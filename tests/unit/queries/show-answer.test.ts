import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { showAnswer } from '#src/queries/show-answer.ts'

const KEY = ['links']

it('what was asked before a change, and is answered after it, does not come back over its answer', async () => {
  const client = new QueryClient()
  let answerLate = (_: string) => {}
  const queryFn = () => new Promise<string>(resolve => (answerLate = resolve))
  const observer = new QueryObserver(client, { queryKey: KEY, queryFn, initialData: 'two links' })
  const stop = observer.subscribe(() => {})
  const look = observer.refetch()
  await showAnswer(client, KEY, 'one link')
  answerLate('two links')
  await look
  expect(observer.getCurrentResult()).toMatchObject({ data: 'one link', fetchStatus: 'idle', error: null })
  stop()
  client.clear()
})
