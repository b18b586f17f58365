import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PUSH_KINDS } from '#contract/push-message.ts'
import { bareNotice, declaredNotice, lateNotice, noticeOf } from '#sw/notice.ts'
import { readMessage } from '#sw/read-message.ts'
import { spanishWords } from '#tests/support/spanish-words.ts'
import { CALL, messageOf } from './sent-push.ts'

const text = (change: object = {}) => JSON.stringify({ ...messageOf(), ...change })

// Where the offices of these messages are.
beforeEach(() => void vi.stubEnv('TZ', 'America/Santiago'))
afterEach(() => void vi.unstubAllEnvs())

describe('a payload', () => {
  it('of ours is read whole', () => {
    expect(readMessage(text())).toEqual({ kind: 'ours', message: messageOf() })
  })

  it('of a newer version is read as what every declarative message is', () => {
    const { notification } = messageOf()
    const newer = text({ notification: { ...notification, data: { kind: 'thing-to-come' } } })
    expect(readMessage(newer)).toEqual({
      kind: 'declared',
      message: {
        notification: {
          title: 'Es tu turno: A042 · módulo 3',
          body: 'Caja · Notaría Centro',
          tag: notification.tag,
          navigate: notification.navigate,
        },
      },
    })
    expect(readMessage('{"notification":{"title":"Hola"}}')).toMatchObject({
      message: { notification: { title: 'Hola', body: '', tag: '' } },
    })
  })

  it.each([null, '', 'hello', '42', 'null', '{}', '{"notification":{"title":""}}', '[{"notification":7}]'])(
    '%s says nothing',
    payload => expect(readMessage(payload)).toEqual({ kind: 'unreadable' }),
  )
})

describe('a reminder', () => {
  const RUID = '99999999-0000-4000-8000-000000000abc'
  const reminder = messageOf({
    kind: 'reminder',
    tuid: null,
    ruid: RUID,
    ticket: 'RVABC',
    begins: '2026-11-23T13:30:00Z',
    time_zone: 'America/Santiago',
    seq: null,
  })

  it.each([
    ['es', 'Tu reserva RVABC: lunes, 10:30'],
    ['en', 'Your booking RVABC: Monday 10:30 AM'],
    ['pt', 'Sua reserva RVABC: segunda-feira, 10:30'],
  ] as const)('says in %s when, by the clock of the office', (language, title) => {
    expect(noticeOf(reminder, language, true)).toMatchObject({
      title,
      options: { tag: `reservation-${RUID}` },
    })
  })

  it.each([
    ['es', /lunes.* 8:30 hora de la isla de Pascua/i],
    ['en', /Monday.* 8:30\sAM Easter Island Time/],
    ['pt', /segunda-feira.* 08:30 horário da ilha de páscoa/i],
  ] as const)('[I18N-02] says in %s by whose clock, where the phone shows another', (language, moment) => {
    const { data, ...rest } = reminder.notification
    const there = { ...reminder, notification: { ...rest, data: { ...data, time_zone: 'Pacific/Easter' } } }
    expect(noticeOf(there, language, true).title).toMatch(moment)
    const confirmed = {
      ...there,
      notification: { ...rest, data: { ...there.notification.data, kind: 'reserve_confirmed' as const } },
    }
    expect(noticeOf(confirmed, language, true).options.body).toMatch(moment)
    vi.stubEnv('TZ', 'Pacific/Easter')
    expect(noticeOf(there, language, true).title).not.toMatch(moment)
  })

  it.each([
    ['es', 'lunes, 23 de noviembre, 10:30. Caja · Notaría Centro'],
    ['en', 'Monday, November 23 at 10:30 AM. Caja · Notaría Centro'],
    ['pt', 'segunda-feira, 23 de novembro às 10:30. Caja · Notaría Centro'],
  ] as const)(
    'names in %s the day of a time that is confirmed, or was moved, weeks ahead',
    (language, body) => {
      const { data, ...rest } = reminder.notification
      const confirmed = {
        ...reminder,
        notification: { ...rest, data: { ...data, kind: 'reserve_confirmed' as const } },
      }
      expect(noticeOf(confirmed, language, true).options.body).toBe(body)
    },
  )

  it('opens the reservation, and is read whole', () => {
    expect(reminder.notification.navigate).toBe(`https://numerito.example/reservations/${RUID}`)
    expect(readMessage(JSON.stringify(reminder))).toEqual({ kind: 'ours', message: reminder })
  })
})

describe('a notice', () => {
  it.each([
    ['es', /^Es tu turno: A042 · módulo 3$/],
    ['en', /turn: A042 · desk 3$/],
    ['pt', /vez: A042 · guichê 3$/],
  ] as const)('[PUSH-02] of a call says number and modulo in the language %s', (language, title) => {
    const notice = noticeOf(messageOf(), language, true)
    expect(notice.title).toMatch(title)
    expect(notice).toMatchObject({
      options: { body: 'Caja · Notaría Centro', lang: language, requireInteraction: true },
    })
    expect(notice.options.data).toEqual({ navigate: `https://numerito.example/tickets/${CALL.tuid}` })
  })

  it.each([
    ['es', 'Te volverán a llamar aquí.', 'sigues por videollamada', 'pasaste a Caja', /módulo/],
    ['en', 'You will be called here again.', 'you go on by video call', 'you were moved to Caja', /desk/],
    ['pt', 'Vão chamar você aqui de novo.', 'você segue por videochamada', 'você passou para Caja', /guichê/],
  ] as const)(
    '[DESK-05] [DESK-07] of a number by video that was parked or moved on sends nobody to a module in the language %s',
    (language, again, here, elsewhere, module) => {
      const said = (kind: 'parked' | 'transferred', change: object) => {
        const { title, options } = noticeOf(messageOf({ kind, ...change }), language, true)
        return [title, options.body]
      }
      const where = 'Caja · Notaría Centro'
      expect(said('parked', { meet: true, modulo: null })[1]).toBe(`${again} ${where}`)
      expect(said('transferred', { meet: true })).toEqual([`A042: ${here}`, where])
      expect(said('transferred', { meet: true, modulo: null })).toEqual([`A042: ${elsewhere}`, where])
      // Where people come, there is one.
      expect(said('parked', { modulo: null })[1]).toMatch(module)
      expect(said('transferred', {})[0]).toMatch(module)
    },
  )

  it('whose modulo is not known says so', () => {
    expect(noticeOf(messageOf({ modulo: null }), 'es', true).title).toBe(
      'Es tu turno: A042 · módulo Sin información',
    )
  })

  it('[PUSH-04] replaces by its tag: what is new rings, what repeats is silent and does not vibrate', () => {
    const first = noticeOf(messageOf(), 'es', true).options
    expect(first).toMatchObject({ tag: `ticket-${CALL.tuid}`, renotify: true, vibrate: [400, 200, 400] })
    expect(first).not.toHaveProperty('silent')
    const repeated = noticeOf(messageOf(), 'es', false).options
    expect(repeated).toMatchObject({ tag: first.tag, silent: true })
    // Browsers throw at these beside `silent`, and nothing is shown.
    expect(repeated).not.toHaveProperty('vibrate')
    expect(repeated).not.toHaveProperty('renotify')
  })

  it('[PUSH-02] of an almost-there says how many are left, and need not be pressed away', () => {
    const { title, options } = noticeOf(
      messageOf({ kind: 'almost_there', ahead: 5, modulo: null }),
      'en',
      true,
    )
    expect(title).toMatch(/^A042: 5 /)
    expect(options.requireInteraction).toBe(false)
  })

  it('[PUSH-04] of what was overtaken says again, without a sound, what stands; or only that there is news', () => {
    const late = messageOf({ kind: 'almost_there', ahead: 5, modulo: null })
    const call = noticeOf(messageOf(), 'es', true)
    const { title, options } = call
    const standing = { title, body: options.body ?? '', data: options.data, requireInteraction: true }
    expect(lateNotice(late, 'es', standing)).toMatchObject({
      title,
      options: { body: options.body, tag: options.tag, data: options.data, silent: true },
    })
    expect(lateNotice(late, 'en', undefined)).toMatchObject({
      title: 'Numerito',
      options: { body: 'There is news of your turn', tag: options.tag, data: options.data, silent: true },
    })
  })

  it('of a newer version is shown in its own words', () => {
    const read = { notification: { title: 'Hola', body: 'b', tag: 't', navigate: '/x' } }
    expect(declaredNotice(read, 'pt')).toMatchObject({
      title: 'Hola',
      options: { body: 'b', tag: 't', lang: 'pt', data: { navigate: '/x' } },
    })
  })

  it('that says nothing of anybody is in the language of who is here', () => {
    expect(bareNotice('en').options.body).toBe('There is news of your turn')
  })

  it('[PUSH-02] and says so a second time is heard a second time', () => {
    expect(bareNotice('es').options).toMatchObject({
      tag: 'news',
      renotify: true,
      vibrate: expect.any(Array),
    })
  })
})

describe.each(['en', 'pt'] as const)('what a locked phone shows in %s', language => {
  const spanishWordsOf = spanishWords(language)
  const FULL = {
    ticket: 'A042',
    line_name: 'Delta',
    office_name: 'Kilo',
    modulo: '3',
    ahead: 5,
    begins: '2026-11-23T13:30:00Z',
    time_zone: 'America/Santiago',
  }
  /** Of what the news says least, and of what is by video. */
  const changes = [{}, { meet: true }, { modulo: null, line_name: null, begins: null }]

  it.each(PUSH_KINDS)('[HAND-04] has no Spanish in it where the news is %s', kind => {
    for (const change of changes) {
      const news = messageOf({ kind, ...FULL, ...change })
      const said = noticeOf(news, language, true)
      const spanish = noticeOf(news, 'es', true)
      const { title, options } = said
      expect([...spanishWordsOf(title), ...spanishWordsOf(options.body ?? '')]).toEqual([])
      expect(title).not.toBe(spanish.title)
      // By names alone, or in other words.
      if (options.body === spanish.options.body) expect(options.body).toMatch(/^(Delta · )?Kilo$/)
    }
  })

  it('[HAND-04] has none where it must not or cannot be worded', () => {
    const said = bareNotice(language).options.body ?? ''
    expect(spanishWordsOf(said)).toEqual([])
    expect(said).not.toBe(bareNotice('es').options.body)
  })

  it('is understood by this test, which finds it where it is', () => {
    const said = PUSH_KINDS.map(kind => noticeOf(messageOf({ kind, ...FULL }), 'es', true))
    const found = said.filter(({ title, options }) => spanishWordsOf(`${title} ${options.body}`).length > 0)
    expect(found.length).toBeGreaterThan(6)
  })
})
