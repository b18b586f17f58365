import { describe, expect, it } from 'vitest'
import { DOCUMENT_CLASHES_MAX, NUMBERS_HELD_MAX } from '#contract/limits.ts'
import { type GivenBefore, judgeNumber, seenAfter } from '#server/queue/take/judge-number.ts'
import type { SeenAsker, SeenLine } from '#server/queue/take/read-take.ts'
import { seenLine, TODAY } from './seen-line.ts'

type Asked = GivenBefore['request']

const request = (about: Partial<Asked> = {}): Asked => ({
  tuid: 'new',
  line: { line_id: 1, office_id: 7, version: 'v' },
  at: new Date(`${TODAY}T15:00:00Z`),
  day: TODAY,
  user_id: 'ana',
  request_id: 'r1',
  precluded: null,
  declared: false,
  address_max: 10,
  ...about,
})

const line = seenLine()

const nothing: SeenAsker = {
  session_open: true,
  temporal: true,
  earlier: null,
  identity: 'd1',
  own_identity: 'd1',
  proven: false,
  held: [],
  other_stale: null,
  in_office: 0,
  in_line: 0,
  own_in_office: 0,
  own_in_line: 0,
  was_declared: false,
  clashes: 0,
}

const hands = (count: number, stale = false) =>
  Array.from({ length: count }, (_, index) => ({ line_id: 100 + index, hand: index + 1, stale }))

interface Case {
  asked?: Partial<Asked>
  seen?: Partial<SeenAsker>
  line?: Partial<SeenLine> | null
  near?: number
}

const judged = ({ asked, seen, line: settings = {}, near = 0 }: Case) =>
  judgeNumber(request(asked), { ...nothing, ...seen }, settings && { ...line, ...settings }, near)
const refused = (code: string) => ({ verdict: 'refused', code })
const clash = (code: string, declarable = true) => ({ verdict: 'clash', code, declarable })

describe('a document that a provider vouched for', () => {
  const everything = {
    other_stale: false,
    in_office: 9,
    in_line: 9,
    was_declared: true,
    clashes: DOCUMENT_CLASHES_MAX,
  }
  const limits = { line_limit: 1, office_limit: 1 }

  it('[DOC-04] is refused for nothing that others took under it, and disputes nothing', () => {
    expect(judged({ seen: { ...everything, proven: true }, line: limits })).toMatchObject({
      verdict: 'may-take',
      disputed: false,
    })
    expect(judged({ seen: everything, line: limits })).toEqual({ verdict: 'too-many-clashes' })
  })

  it('[DOC-04] has the limits of its own person all the same', () => {
    const own = { ...everything, proven: true, own_in_office: 1, own_in_line: 1 }
    expect(judged({ seen: own, line: limits })).toEqual(refused('office-ticket-limit-reached'))
  })

  it('[DOC-04] is the only one served where the office asks for it; paper is seen at the desk', () => {
    const line = { proven_only: true }
    expect(judged({ line })).toEqual(refused('document-not-proven'))
    expect(judged({ line, asked: { declared: true } })).toEqual(refused('document-not-proven'))
    expect(judged({ line, seen: { proven: true } })).toMatchObject({ verdict: 'may-take' })
    expect(judged({ line, asked: { user_id: null } })).toMatchObject({ verdict: 'may-take' })
    expect(judged({ line, seen: { earlier: 't1' } })).toEqual({ verdict: 'repeated', tuid: 't1' })
    expect(judged({ line: { ...line, frozen: true } })).toEqual(refused('line-frozen'))
  })
})

describe('whether somebody gets a number', () => {
  const limited = { line_limit: 2, office_limit: 3 }
  it.each<[string, Case, object]>([
    ['nothing speaks against it', {}, { verdict: 'may-take', hand: 1, disputed: false }],
    ['the first hand that is free', { seen: { held: [hands(1)[0]!, hands(3)[2]!] } }, { hand: 2 }],
    ['on paper there is no hand', { asked: { user_id: null } }, { verdict: 'may-take', hand: null }],
    [
      '[SEC-04] the session is over',
      { seen: { session_open: false, earlier: 'old' } },
      { verdict: 'session-over' },
    ],
    ['[TKT-11] heard before', { seen: { earlier: 'old' }, line: null }, { verdict: 'repeated', tuid: 'old' }],
    [
      '[TKT-11] heard before, and closed since',
      { asked: { precluded: 'office-closed' }, seen: { earlier: 'old' } },
      { verdict: 'repeated' },
    ],
    ['the line is gone', { line: null }, { verdict: 'outdated' }],
    ['the line was written', { line: { version: 'w' } }, { verdict: 'outdated' }],
    [
      '[DOC-03] too many clashes',
      { seen: { clashes: DOCUMENT_CLASHES_MAX } },
      { verdict: 'too-many-clashes' },
    ],
    ['[DOC-03] one clash fewer', { seen: { clashes: DOCUMENT_CLASHES_MAX - 1 } }, { verdict: 'may-take' }],
    [
      '[DOC-03] too many clashes, and declared',
      { asked: { declared: true }, seen: { clashes: DOCUMENT_CLASHES_MAX } },
      { verdict: 'may-take' },
    ],
    ['[TKT-08] precluded', { asked: { precluded: 'office-closed' } }, refused('office-closed')],
    ['[TKT-08] the line is off', { line: { active: false } }, refused('line-no-exist')],
    ['[TKT-08] no prefix', { line: { prefix: '' } }, refused('line-no-prefix')],
    ['[TKT-08] frozen', { line: { frozen: true } }, refused('line-frozen')],
    [
      '[TKT-03] one of theirs waits here',
      { seen: { held: [{ line_id: 1, hand: 1, stale: false }] } },
      refused('already-has-ticket'),
    ],
    [
      '[TKT-03] and waits too long',
      { seen: { held: [{ line_id: 1, hand: 1, stale: true }] } },
      { verdict: 'stale' },
    ],
    [
      '[DOC-01] another’s under the document waits too long',
      { seen: { other_stale: true } },
      { verdict: 'stale' },
    ],
    ['[SEC-03] all hands are full', { seen: { held: hands(NUMBERS_HELD_MAX) } }, refused('too-many-numbers')],
    [
      '[SEC-03] all are full, and one waits too long',
      { seen: { held: hands(NUMBERS_HELD_MAX, true) } },
      { verdict: 'stale' },
    ],
    ['[SEC-03] the address has as many as it may', { near: 10 }, refused('address-ticket-limit-reached')],
    ['[SEC-03] one fewer', { near: 9 }, { verdict: 'may-take' }],
    [
      '[TKT-08] their own limit at the office',
      { line: limited, seen: { own_in_office: 3, in_office: 3 } },
      refused('office-ticket-limit-reached'),
    ],
    [
      '[TKT-08] their own limit in the line',
      { line: limited, seen: { own_in_line: 2, in_line: 2 } },
      refused('rut-line-limit-reached'),
    ],
    ['[TKT-08] no limit', { seen: { own_in_office: 99, own_in_line: 99 } }, { verdict: 'may-take' }],
    [
      '[DOC-01] another’s under the document waits here',
      { seen: { other_stale: false } },
      clash('already-has-ticket'),
    ],
    [
      '[DOC-01] the document’s limit at the office',
      { line: limited, seen: { in_office: 3 } },
      clash('office-ticket-limit-reached'),
    ],
    [
      '[DOC-01] the document’s limit in the line',
      { line: limited, seen: { in_line: 2 } },
      clash('rut-line-limit-reached'),
    ],
    [
      '[DOC-01] declared',
      { asked: { declared: true }, seen: { other_stale: false } },
      { verdict: 'may-take', disputed: true },
    ],
    [
      '[DOC-01] declared a second time',
      { asked: { declared: true }, seen: { other_stale: false, was_declared: true } },
      clash('already-has-ticket', false),
    ],
    [
      '[DOC-01] declared where nothing clashes',
      { asked: { declared: true } },
      { verdict: 'may-take', disputed: false },
    ],
    [
      '[DOC-01] their own limit is not declared away',
      { asked: { declared: true }, line: limited, seen: { own_in_line: 2, in_line: 2 } },
      refused('rut-line-limit-reached'),
    ],
  ])('%s', (_name, about, verdict) => {
    expect(judged(about)).toMatchObject(verdict)
  })
})

describe('what those before in the round leave', () => {
  const given = (about: Partial<Asked>, more: Partial<GivenBefore> = {}): GivenBefore => ({
    request: request({ tuid: 'theirs', ...about }),
    identity: 'd1',
    hand: 1,
    disputed: false,
    ...more,
  })
  const after = (before: GivenBefore[], seen: Partial<SeenAsker> = {}, asked: Partial<Asked> = {}) =>
    seenAfter(request(asked), { ...nothing, ...seen }, before)
  const elsewhere = { line: { line_id: 2, office_id: 7, version: 'v' } }
  const away = { line: { line_id: 3, office_id: 8, version: 'v' } }

  it.each<[string, GivenBefore[], Partial<SeenAsker>]>([
    ['nobody', [], {}],
    ['a stranger with another document', [given({ user_id: 'eva' }, { identity: 'd2' })], {}],
    ['a stranger without one', [given({ user_id: 'eva' }, { identity: null })], {}],
    [
      'another with the document, here',
      [given({ user_id: 'eva' })],
      { other_stale: false, in_office: 1, in_line: 1 },
    ],
    [
      'another with the document, in another line',
      [given({ user_id: 'eva', ...elsewhere })],
      { in_office: 1 },
    ],
    ['another with the document, at another office', [given({ user_id: 'eva', ...away })], {}],
    ['another who declared it', [given({ user_id: 'eva' }, { disputed: true })], { was_declared: true }],
    [
      'their own in another line',
      [given({ request_id: 'r0', ...elsewhere }, { hand: 2 })],
      { held: [{ line_id: 2, hand: 2, stale: false }], in_office: 1, own_in_office: 1 },
    ],
    [
      'their own at another office',
      [given({ request_id: 'r0', ...away }, { hand: 4 })],
      { held: [{ line_id: 3, hand: 4, stale: false }] },
    ],
    [
      'this very request',
      [given({})],
      {
        earlier: 'theirs',
        held: [{ line_id: 1, hand: 1, stale: false }],
        in_office: 1,
        in_line: 1,
        own_in_office: 1,
        own_in_line: 1,
      },
    ],
    ['paper', [given({ user_id: null, request_id: null }, { identity: null, hand: null })], {}],
    ['another’s of before midnight', [given({ user_id: 'eva', day: '2026-11-20' })], { other_stale: false }],
  ])('%s', (_name, before, change) => {
    expect(after(before)).toEqual({ ...nothing, ...change })
  })

  it('a request id is its user’s own', () => {
    expect(after([given({ user_id: 'eva' }, { identity: null })])).toMatchObject({ earlier: null })
  })

  it('what waited too long before still does', () => {
    expect(after([given({ user_id: 'eva' })], { other_stale: true })).toMatchObject({ other_stale: true })
  })

  it('two papers are nobody’s, and hold nothing of each other', () => {
    const paper = { user_id: null, request_id: null }
    const seen = { identity: null }
    expect(after([given(paper, { identity: null, hand: null })], seen, paper)).toEqual({
      ...nothing,
      ...seen,
    })
  })
})
