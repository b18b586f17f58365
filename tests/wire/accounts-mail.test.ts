import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAIL_LINK_MS, MAILS_AN_HOUR, SIGN_IN_FREE } from '#contract/limits.ts'
import type { Account } from '#contract/rest/accounts.ts'
import { mailTexts } from '#locales/mail/texts.ts'
import { accountMails } from '#server/accounts/send-mails.ts'
import { JOB_ATTEMPTS_MAX, JOB_LOCK_MS } from '#server/jobs/run-jobs.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { accountsAt, newcomer, PASSWORD, refusalOf } from '#tests/support/accounts.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const NEW = 'barco lento a Chiloé'

eachDatabase('e-mails of an account', open => {
  let server: TestServer
  let post: MailServer
  let at: ReturnType<typeof accountsAt>
  beforeAll(async () => {
    post = await startMailServer()
    // A server whose clock is ahead: by its own none of these would be due yet when they are asked for.
    const clock = new MovingClock(new Date(), 3_600_000)
    server = await startTestServer({ database: await open(), clock, settings: { mail: post.settings } })
    at = accountsAt(server)
  })
  afterAll(async () => {
    await server.close()
    await post.close()
  })
  beforeEach(() => server.database.db.deleteFrom('knocks').execute())

  const ask = (path: string, body?: object, token?: string) =>
    server.ask('login', path, {
      method: 'POST',
      ...(body && { body }),
      ...(token !== undefined && { token }),
    })
  const openJobs = () => server.database.db.selectFrom('jobs').select(['kind', 'key', 'last_error']).execute()
  /** All that was asked for is sent. */
  const settled = async () => {
    await waitFor('the e-mails to be sent', async () => (await openJobs()).length === 0)
    return post.mails.splice(0)
  }
  const forgot = async (user: string, more: object = {}) =>
    refusalOf(ask('/password/forgot', { user, captchaToken: await server.solvedCaptcha(), ...more }))
  const accountOf = async (token: string) =>
    (await (await server.ask('login', '/account', { token })).json()) as Account
  async function registered(more: object = {}) {
    const who = newcomer(more)
    const came = await at.register(who)
    return { ...came, who, mails: await settled() }
  }

  it('[AUTH-04] are offered where there is a mail server', async () => {
    expect(await (await server.ask('login', '/ways')).json()).toEqual({ providers: [], email: true })
    const without = await startTestServer()
    try {
      expect(await (await without.ask('login', '/ways')).json()).toEqual({ providers: [], email: false })
      const captchaToken = await without.solvedCaptcha()
      const body = { user: 'ana@correo.example', captchaToken }
      expect(await refusalOf(without.ask('login', '/password/forgot', { body }))).toBe('404 not-found')
      const came = await accountsAt(without).register()
      const again = without.ask('login', '/email/confirmation', { method: 'POST', token: came.token })
      expect(await refusalOf(again)).toBe('404 not-found')
      expect(await without.database.db.selectFrom('jobs').selectAll().execute()).toEqual([])
    } finally {
      await without.close()
    }
  })

  it('confirm the address by a link, which may be opened again', async () => {
    const { who, token, mails } = await registered()
    expect(mails).toMatchObject([{ to: [who.user] }])
    const [mail] = mails
    expect(mail?.text).toContain('Para confirmar que este correo es tuyo')
    // An account lets in at once who opened it: only of a new password's link is it said that nobody can.
    expect(mail?.text).toContain('Si no fuiste tú, no abras el enlace.')
    for (const texts of Object.values(mailTexts)) {
      const [, onlyWayIn = ''] = texts['reset-password'].text('|', '').split('|')
      expect(onlyWayIn.trim()).not.toBe('')
      expect(texts['confirm-email'].text('|', '')).not.toContain(onlyWayIn.trim())
    }
    // Who looks over a shoulder, or at a log, learns of nobody.
    expect(mail?.text).not.toContain('Ana')
    expect(mail?.text).toMatch(/^http:\/\/localhost:\d+\/account\/confirm#[\w-]{43}$/m)
    const link = post.linkIn(mail!, '/account/confirm')
    expect(await accountOf(token)).toMatchObject({ email_confirmed: false })
    expect(await refusalOf(ask('/email/confirm', { token: 'A'.repeat(43) }))).toBe('400 link-invalid')
    for (const _time of [1, 2]) expect(await refusalOf(ask('/email/confirm', { token: link }))).toBe('204')
    expect(await accountOf(token)).toMatchObject({ email_confirmed: true })
    // What is confirmed is not asked for again.
    await refusalOf(ask('/email/confirmation', undefined, token))
    expect(await settled()).toEqual([])
  })

  it('are sent again when asked for, in the language of who asks, and not without end', async () => {
    const { token } = await registered()
    const again = () =>
      server.ask('login', '/email/confirmation', {
        method: 'POST',
        token,
        headers: { 'accept-language': 'pt-BR' },
      })
    let sent = 0
    for (let time = 0; time < MAILS_AN_HOUR + 2; time++) {
      expect((await again()).status).toBe(204)
      const mails = await settled()
      sent += mails.length
      for (const { text } of mails) expect(text).toContain('Para confirmar que este e-mail é seu')
    }
    expect(sent).toBe(MAILS_AN_HOUR - 1)
  })

  it('let a forgotten password be chosen anew: once, within an hour, and every other session ends', async () => {
    const { who, token } = await registered()
    expect(await forgot(who.user.toUpperCase(), { language: 'en' })).toBe('204')
    const [mail] = await settled()
    expect(mail).toMatchObject({ to: [who.user] })
    expect(mail?.text).toContain('To choose a new password')
    const link = post.linkIn(mail!, '/account/reset')
    expect(await refusalOf(ask('/password/reset', { token: link, password: 'password1' }))).toBe(
      '400 password-too-common',
    )
    // A link of another kind resets nothing.
    expect(await refusalOf(ask('/email/confirm', { token: link }))).toBe('400 link-invalid')
    const came = await at.cameBy(ask('/password/reset', { token: link, password: NEW }))
    expect(await accountOf(came.token)).toMatchObject({ email: who.user, email_confirmed: true })
    expect(await refusalOf(server.ask('login', '/account', { token }))).toBe('401 session-expired')
    const another = { token: link, password: `${NEW} otra vez` }
    expect(await refusalOf(ask('/password/reset', another))).toBe('400 link-invalid')
    expect(await refusalOf(at.signIn(who))).toBe('401 wrong-credentials')
    await at.enter({ ...who, password: NEW })

    await forgot(who.user)
    const late = post.linkIn((await settled())[0]!, '/account/reset')
    server.clock.advance(MAIL_LINK_MS['reset-password'])
    expect(await refusalOf(ask('/password/reset', { token: late, password: NEW }))).toBe('400 link-invalid')
  })

  /** What somebody puts there who has the account open. */
  async function attach(user_id: string): Promise<void> {
    const { db } = server.database
    const hash = () => Buffer.from(randomUUID())
    const now = server.clock.now()
    await db
      .insertInto('provider_identities')
      .values({ provider: 'google', subject_hash: hash(), user_id, created_at: now })
      .execute()
    await db
      .insertInto('whatsapp_numbers')
      .values({
        user_id,
        number: hash(),
        number_hash: hash(),
        confirmed_at: now,
        code_hash: null,
        code_expires_at: null,
        tries: 0,
      })
      .execute()
  }
  const attached = async (user_id: string) => {
    const tables = ['provider_identities', 'whatsapp_numbers'] as const
    const rows = tables.map(table =>
      server.database.db.selectFrom(table).select('user_id').where('user_id', '=', user_id).execute(),
    )
    return (await Promise.all(rows)).map(({ length }) => length)
  }

  it.each([
    ['nobody had confirmed', false],
    ['was confirmed', true],
  ])(
    '[AUTH-04] a password chosen anew of an account whose address %s: who else comes in by a provider',
    async (_which, isConfirmed) => {
      const { who, user_id, mails } = await registered()
      const confirm = post.linkIn(mails[0]!, '/account/confirm')
      if (isConfirmed) expect(await refusalOf(ask('/email/confirm', { token: confirm }))).toBe('204')
      await attach(user_id)
      await forgot(who.user)
      const link = post.linkIn((await settled())[0]!, '/account/reset')
      await at.cameBy(ask('/password/reset', { token: link, password: NEW }))
      expect(await attached(user_id)).toEqual(isConfirmed ? [1, 1] : [0, 0])
    },
  )

  it('[AUTH-07] take no new password of a megabyte, and the link is as good as before', async () => {
    const { who } = await registered()
    await forgot(who.user)
    const token = post.linkIn((await settled())[0]!, '/account/reset')
    for (const [length, said] of [
      [1_000_000, '413 payload-too-large'],
      [2_000, '400 bad-request'],
    ] as const)
      expect(await refusalOf(ask('/password/reset', { token, password: 'x'.repeat(length) }))).toBe(said)
    await at.enter(who)
    await at.cameBy(ask('/password/reset', { token, password: NEW }))
  })

  it('[AUTH-07] asked again by the same link for the same password, whose answer was lost, let its owner in', async () => {
    const { who } = await registered()
    await forgot(who.user)
    const asked = { token: post.linkIn((await settled())[0]!, '/account/reset'), password: NEW }
    const unheard = await at.cameBy(ask('/password/reset', asked))
    const came = await at.cameBy(ask('/password/reset', asked))
    expect(came.user_id).toBe(unheard.user_id)
    expect(await accountOf(came.token)).toMatchObject({ email: who.user })
    // What others did meanwhile stays as it is, and so does the link: it changes nothing more.
    expect(await refusalOf(server.ask('login', '/account', { token: unheard.token }))).toBe('200')
    await at.enter({ ...who, password: NEW })

    // Another address has nothing to do with a link that went to this one.
    const moveTo = (email: string) =>
      server.ask('login', '/user', { method: 'PATCH', body: { user: { email } }, token: came.token })
    for (const [email, said] of [
      [`otra.${who.user}`, '400 link-invalid'],
      [who.user, '200'],
    ] as const) {
      expect(await refusalOf(moveTo(email))).toBe('200')
      expect(await refusalOf(ask('/password/reset', asked))).toBe(said)
    }

    const change = { current: NEW, password: PASSWORD }
    await server.ask('login', '/password', { method: 'PUT', body: change, token: came.token })
    await settled()
    for (const password of [NEW, PASSWORD])
      expect(await refusalOf(ask('/password/reset', { ...asked, password }))).toBe('400 link-invalid')
  })

  it('[AUTH-07] a used link is no way to guess a password', async () => {
    const { who } = await registered()
    await forgot(who.user)
    const token = post.linkIn((await settled())[0]!, '/account/reset')
    await at.cameBy(ask('/password/reset', { token, password: NEW }))
    const guess = (password: string) => refusalOf(ask('/password/reset', { token, password }))
    for (let guesses = 0; guesses < SIGN_IN_FREE.name; guesses++)
      expect(await guess(`no es esta ${guesses}`)).toBe('400 link-invalid')
    expect(await guess(NEW)).toBe('429 too-many-requests')
  })

  it('by one link, opened twice at once, choose one password', async () => {
    const { who } = await registered()
    await forgot(who.user)
    const token = post.linkIn((await settled())[0]!, '/account/reset')
    const answers = await Promise.all(
      ['uno', 'dos'].map(word => refusalOf(ask('/password/reset', { token, password: `${NEW} ${word}` }))),
    )
    expect(answers.sort()).toEqual(['200', '400 link-invalid'])
  })

  it('tell nobody who has an account: the same is answered and written, whoever it is', async () => {
    const { who } = await registered()
    const { db } = server.database
    const before = await db.selectFrom('account_links').selectAll().execute()
    for (const user of [who.user, 'nobody.at.all@correo.example']) {
      expect(await forgot(user)).toBe('204')
      expect(await settled()).toHaveLength(user === who.user ? 1 : 0)
    }
    expect(await db.selectFrom('account_links').selectAll().execute()).toHaveLength(before.length + 1)
    const body = { user: who.user, captchaToken: 'invented' }
    expect(await refusalOf(ask('/password/forgot', body))).toBe('400 captcha-invalid')
  })

  it('tell whoever has the address that somebody signs up with it', async () => {
    const { who } = await registered()
    expect(await refusalOf(at.signUp({ ...who, password: NEW }))).toBe('409 account-exists')
    const [mail] = await settled()
    expect(mail).toMatchObject({ to: [who.user] })
    expect(mail?.text).toContain('ya tienes una')
    expect(mail?.text).not.toMatch(/#/)
  })

  it('[AUTH-07] tell once of a new password that is asked for again, as it is after an answer that was lost', async () => {
    const { token } = await registered()
    for (const [current, told] of [
      [PASSWORD, [true]],
      // The network brought it twice, and the former password is none any more.
      [PASSWORD, []],
      [NEW, []],
    ] as const) {
      const body = { current, password: NEW }
      expect((await server.ask('login', '/password', { method: 'PUT', body, token })).status).toBe(204)
      expect((await settled()).map(({ text }) => text.includes('Se cambió la contraseña'))).toEqual(told)
    }
  })

  it('[AUTH-07] tell once of a new password that the network brings twice at once', async () => {
    const { token } = await registered()
    const body = { current: PASSWORD, password: NEW }
    const change = () => refusalOf(server.ask('login', '/password', { method: 'PUT', body, token }))
    expect(await Promise.all([change(), change()])).toEqual(['204', '204'])
    expect((await settled()).map(({ text }) => text.includes('Se cambió la contraseña'))).toEqual([true])
  })

  it('tell of a new password, and of another address at the one before it; a link to that one confirms nothing', async () => {
    const { who, token, mails } = await registered()
    const stale = post.linkIn(mails[0]!, '/account/confirm')
    const change = { current: PASSWORD, password: NEW }
    const changed = await server.ask('login', '/password', { method: 'PUT', body: change, token })
    expect(changed.status).toBe(204)
    expect((await settled()).map(({ to, text }) => [to, text.includes('Se cambió la contraseña')])).toEqual([
      [[who.user], true],
    ])
    const email = `otra.${who.user}`
    await forgot(who.user)
    const reset = post.linkIn((await settled())[0]!, '/account/reset')
    const body = { user: { email } }
    expect(await refusalOf(server.ask('login', '/user', { method: 'PATCH', body, token }))).toBe('200')
    const told = await settled()
    expect(told.map(({ to }) => String(to)).sort()).toEqual([who.user, email].sort())
    expect(told.find(({ to }) => to[0] === who.user)?.text).toContain('que nadie había confirmado')
    expect(await refusalOf(ask('/email/confirm', { token: stale }))).toBe('400 link-invalid')
    expect(await refusalOf(ask('/password/reset', { token: reset, password: NEW }))).toBe('400 link-invalid')
    expect(await accountOf(token)).toMatchObject({ email, email_confirmed: false })
    const fresh = post.linkIn(told.find(({ to }) => to[0] === email)!, '/account/confirm')
    expect(await refusalOf(ask('/email/confirm', { token: fresh }))).toBe('204')
    expect(await accountOf(token)).toMatchObject({ email, email_confirmed: true })
  })

  it('[PROF-01] reach an address that is corrected once more while the one before it is being written to', async () => {
    const { who, token } = await registered()
    const { promise: hold, resolve: letGo } = Promise.withResolvers<void>()
    Object.assign(post.state, { hold, held: [] })
    const correct = (email: string) =>
      refusalOf(server.ask('login', '/user', { method: 'PATCH', body: { user: { email } }, token }))
    const [typo, right] = [`tpyo.${who.user}`, `typo.${who.user}`]
    expect(await correct(typo)).toBe('200')
    await waitFor('both to be written to', async () => post.state.held.length === 2)
    expect(await correct(right)).toBe('200')
    post.state.hold = null
    letGo()
    const told = await settled()
    // Each that is the account's no more is told so, once.
    expect(told.map(({ to }) => String(to)).sort()).toEqual([typo, typo, right, who.user].sort())
    const link = post.linkIn(told.find(({ to }) => to[0] === right)!, '/account/confirm')
    expect(await refusalOf(ask('/email/confirm', { token: link }))).toBe('204')
    expect(await accountOf(token)).toMatchObject({ email: right, email_confirmed: true })
  })

  describe('whose address somebody else changed, on a phone found open', () => {
    const change = (token: string, email: string) =>
      refusalOf(server.ask('login', '/user', { method: 'PATCH', body: { user: { email } }, token }))
    const sentTo = (mails: MailServer['mails'], email: string) =>
      mails.find(({ to }) => to[0] === email) ?? expect.fail(`no e-mail for ${email}`)
    /** An account whose address has long been confirmed, open in one place. */
    async function confirmed() {
      const made = await registered()
      const link = post.linkIn(sentTo(made.mails, made.who.user), '/account/confirm')
      expect(await refusalOf(ask('/email/confirm', { token: link }))).toBe('204')
      server.clock.advance(MAIL_LINK_MS['email-changed'])
      return made
    }
    /** Goes from one to the other. @returns the link that came to the former one */
    async function moved(token: string, from: string, to: string): Promise<{ back: string; on: string }> {
      expect(await change(token, to)).toBe('200')
      const mails = await settled()
      return {
        back: post.linkIn(sentTo(mails, from), '/account/recover'),
        on: post.linkIn(sentTo(mails, to), '/account/confirm'),
      }
    }
    const recover = (token: string) => ask('/email/recover', { token })

    it('[AUTH-04] [SEC-04] have it back by the link that came there: who had changed it is out, with all that they put there', async () => {
      const { who, token, user_id } = await confirmed()
      const theirs = `ladrona.${who.user}`
      expect(await change(token, theirs)).toBe('200')
      const told = await settled()
      const warning = sentTo(told, who.user)
      expect(warning.text).toContain('recupérala con este enlace dentro de siete días')
      expect(warning.text).toMatch(/^http:\/\/localhost:\d+\/account\/recover#[\w-]{43}$/m)
      const link = post.linkIn(warning, '/account/recover')
      await attach(user_id)
      await forgot(theirs)
      const reset = post.linkIn((await settled())[0]!, '/account/reset')
      const thief = await at.cameBy(ask('/password/reset', { token: reset, password: NEW }))
      await attach(user_id)
      await forgot(theirs)
      const another = post.linkIn((await settled())[0]!, '/account/reset')
      // It opens nothing by itself.
      expect(await refusalOf(ask('/password/reset', { token: link, password: NEW }))).toBe('400 link-invalid')
      expect(await refusalOf(ask('/email/confirm', { token: link }))).toBe('400 link-invalid')
      expect(await refusalOf(recover(another))).toBe('400 link-invalid')

      const answers = await Promise.all([recover(link), recover(link)])
      expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '400'])
      const answer = answers.find(({ status }) => status === 200) ?? expect.fail('nobody has it back')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const { token: next } = (await answer.json()) as { token: string }
      expect(await refusalOf(server.ask('login', '/account', { token: thief.token }))).toBe(
        '401 session-expired',
      )
      for (const user of [who.user, theirs])
        for (const password of [PASSWORD, NEW])
          expect(await refusalOf(at.signIn({ user, password }))).toBe('401 wrong-credentials')
      expect(await attached(user_id)).toEqual([0, 0])
      const dead = { token: another, password: NEW }
      expect(await refusalOf(ask('/password/reset', dead))).toBe('400 link-invalid')
      const fresh = post.linkIn(sentTo(told, theirs), '/account/confirm')
      expect(await refusalOf(ask('/email/confirm', { token: fresh }))).toBe('400 link-invalid')
      const back = await at.cameBy(ask('/password/reset', { token: next, password: `${NEW} otra vez` }))
      expect(back.user_id).toBe(user_id)
      expect(await accountOf(back.token)).toMatchObject({ email: who.user, email_confirmed: true })
      expect(await refusalOf(recover(link))).toBe('400 link-invalid')
    })

    it('have no link where nobody had confirmed it: a stranger may have it, of whom it was mistyped', async () => {
      const { who, token } = await registered()
      expect(await change(token, `otra.${who.user}`)).toBe('200')
      const { text } = sentTo(await settled(), who.user)
      expect(text).toContain('que nadie había confirmado')
      expect(text).not.toContain('#')
    })

    /** Confirms the address that the account has since that e-mail came. */
    const confirm = async (link: string) =>
      expect(await refusalOf(ask('/email/confirm', { token: link }))).toBe('204')
    const GOOD_FOR_MS = MAIL_LINK_MS['email-changed']

    it.each([
      ['confirmed a moment before the link of who had it earlier ends', GOOD_FOR_MS - 1, false],
      ['confirmed for as long as a link is good', GOOD_FOR_MS, true],
    ])('go on from an address that was %s', async (_which, sinceMs, hasLink) => {
      const { who, token } = await confirmed()
      const [first, second] = [`una.${who.user}`, `dos.${who.user}`]
      const { back, on } = await moved(token, who.user, first)
      await confirm(on)
      server.clock.advance(sinceMs)
      expect(await change(token, second)).toBe('200')
      const { text } = sentTo(await settled(), first)
      expect(text.includes('/account/recover#')).toBe(hasLink)
      expect(text.includes('se confirmó hace menos de siete días')).toBe(!hasLink)
      // One of the two has it back, and never both.
      expect(await refusalOf(recover(back))).toBe(hasLink ? '400 link-invalid' : '200')
    })

    it('are not outdone by going there and back: only the owner’s own link is left', async () => {
      const { who, token } = await confirmed()
      const theirs = `ladrona.${who.user}`
      const { back, on } = await moved(token, who.user, theirs)
      await confirm(on)
      for (const [from, to, isOwners] of [
        [theirs, who.user, false],
        [who.user, theirs, true],
        [theirs, `otra.${theirs}`, false],
      ] as const) {
        server.clock.advance(3_600_000)
        expect(await change(token, to)).toBe('200')
        expect(sentTo(await settled(), from).text.includes('/account/recover#')).toBe(isOwners)
      }
      expect(await refusalOf(recover(back))).toBe('200')
    })

    it.each([
      ['and the e-mail of it was sent', false],
      ['before the e-mail of it was sent', true],
    ])(
      'have a link of their own still where it was moved there and back, %s, and once more after a week',
      async (_when, isAtOnce) => {
        const { who, token } = await confirmed()
        if (isAtOnce) post.state.refuse = 451
        expect(await change(token, `ladrona.${who.user}`)).toBe('200')
        if (!isAtOnce) await settled()
        expect(await change(token, who.user)).toBe('200')
        post.state.refuse = false
        // It is theirs, and confirmed, as before.
        expect(await accountOf(token)).toMatchObject({ email: who.user, email_confirmed: true })
        server.clock.advance(GOOD_FOR_MS + 3_600_000)
        await settled()
        const { back } = await moved(token, who.user, `ladrona.${who.user}`)
        expect(await refusalOf(recover(back))).toBe('200')
      },
    )

    it('have it back once more where it is taken again on the next day', async () => {
      const { who, token } = await confirmed()
      const { back } = await moved(token, who.user, `una.${who.user}`)
      const { token: next } = (await (await recover(back)).json()) as { token: string }
      const came = await at.cameBy(ask('/password/reset', { token: next, password: NEW }))
      server.clock.advance(24 * 3_600_000)
      const { back: again } = await moved(came.token, who.user, `dos.${who.user}`)
      expect(await refusalOf(recover(again))).toBe('200')
    })

    it('leave no e-mail on its way to whoever had taken it; and one that waits drives out no other', async () => {
      const { who, token } = await confirmed()
      post.state.refuse = 451
      const { db } = server.database
      for (const last of ['uno', 'dos', 'tres'])
        expect(await change(token, `${last}.${who.user}`)).toBe('200')
      const waiting = async () => (await openJobs()).map(({ key }) => key.split(':')[0] ?? '').sort()
      expect(await waiting()).toEqual([
        'confirm-email',
        'email-changed',
        'email-corrected',
        'email-corrected',
      ])
      await waitFor('each to be tried', async () =>
        (await openJobs()).every(({ last_error }) => last_error !== null),
      )
      post.state.refuse = false
      await db
        .updateTable('jobs')
        .set({ run_at: server.clock.agreed() })
        .where('key', 'like', 'email-changed:%')
        .execute()
      const warning = await waitFor('the warning', async () =>
        post.mails.find(({ to }) => to[0] === who.user),
      )
      expect(await refusalOf(recover(post.linkIn(warning, '/account/recover')))).toBe('200')
      post.mails.splice(0)
      server.clock.advance(3_600_000)
      expect(await settled()).toEqual([])
    })

    it('of the release before, which did not say when, have no link either', async () => {
      const { who, token } = await confirmed()
      post.state.refuse = 451
      expect(await change(token, `una.${who.user}`)).toBe('200')
      const { db } = server.database
      const which = () => db.selectFrom('jobs').selectAll().where('key', 'like', 'email-changed:%')
      const { id, payload } = await waitFor('the job', () => which().executeTakeFirst())
      const { at: _when, ...before } = payload as { at: string }
      await db
        .updateTable('jobs')
        .set({ payload: JSON.stringify(before), run_at: server.clock.agreed(), attempts: 0 })
        .where('id', '=', id)
        .execute()
      post.state.refuse = false
      server.clock.advance(3_600_000)
      expect(sentTo(await settled(), who.user).text).not.toContain('#')
    })

    it('say so where another account has the address by now, and after seven days', async () => {
      const { who, token } = await confirmed()
      const { back } = await moved(token, who.user, `una.${who.user}`)
      await at.register({ ...who, name: 'Otra Persona' })
      const answer = await recover(back)
      expect(answer.status).toBe(409)
      expect(await answer.json()).toMatchObject({
        code: 'account-exists',
        message: expect.stringContaining('Entra en ella con «¿Olvidaste tu contraseña?»'),
      })
      // Nothing of it was done, and once that account has another one, as it says, it can be.
      expect((await server.ask('login', '/account', { token })).status).toBe(200)
      await settled()
      await forgot(who.user)
      const reset = post.linkIn(sentTo(await settled(), who.user), '/account/reset')
      const other = await at.cameBy(ask('/password/reset', { token: reset, password: NEW }))
      expect(await change(other.token, `suya.${who.user}`)).toBe('200')
      server.clock.advance(MAIL_LINK_MS['email-changed'] - 1)
      expect(await refusalOf(recover(back))).toBe('200')

      const late = await confirmed()
      const { back: over } = await moved(late.token, late.who.user, `una.${late.who.user}`)
      server.clock.advance(MAIL_LINK_MS['email-changed'])
      expect(await refusalOf(recover(over))).toBe('400 link-invalid')
    })
  })

  it('wait for a mail server that refuses, and no address stands in what is kept of it or said', async () => {
    post.state.refuse = 550
    const who = newcomer({ user: 'canario.postal@correo.example' })
    await at.register(who)
    const failed = await waitFor('the mail server to refuse', async () =>
      (await openJobs()).find(({ last_error }) => last_error !== null),
    )
    expect(failed.last_error).toBe('the mail server: 550 EENVELOPE')
    const kept = JSON.stringify(await server.database.db.selectFrom('jobs').selectAll().execute())
    expect(`${kept}${server.logged.join('\n')}`).not.toContain('canario')
    post.state.refuse = false
    server.clock.advance(60_000)
    expect(await settled()).toMatchObject([{ to: [who.user] }])
  })

  /** The one job, once it was tried so often. */
  const tried = (attempts: number) =>
    waitFor(`attempt ${attempts} to fail`, async () => {
      const [job] = await server.database.db.selectFrom('jobs').selectAll().execute()
      return job?.attempts === attempts && job.last_error !== null && job.locked_until === null ? job : null
    })
  /** @returns for how long it waits after that attempt; for ever where it is given up */
  async function pauseAfter(attempt: number): Promise<number> {
    await tried(1)
    const run_at = server.clock.agreed()
    await server.database.db
      .updateTable('jobs')
      .set({ attempts: attempt - 1, run_at, last_error: null })
      .execute()
    return Number((await tried(attempt)).run_at) - run_at.getTime()
  }

  it('wait a night for a mail server that is away, and two minutes for one that knows no such mailbox', async () => {
    const { who } = await registered()
    post.state.refuse = 451
    await forgot(who.user)
    // Behind others that grew likewise: fifteen hours in all.
    expect(await pauseAfter(JOB_ATTEMPTS_MAX - 1)).toBeGreaterThan(11 * 3_600_000)
    post.state.refuse = 550
    await forgot(who.user)
    expect(await pauseAfter(JOB_ATTEMPTS_MAX - 1)).toBe(64_000)
    await forgot(who.user)
    expect(await pauseAfter(JOB_ATTEMPTS_MAX)).toBe(Infinity)
    // Given up, and asked for anew: sent all the same.
    post.state.refuse = false
    expect(await forgot(who.user)).toBe('204')
    expect(await settled()).toMatchObject([{ to: [who.user] }])
  })

  it('to whoever asks for a link again are tried at once, though the next try was hours away', async () => {
    const { who } = await registered()
    post.state.refuse = 451
    // What no mailbox got is none of the e-mails of the hour.
    for (let time = 0; time <= MAILS_AN_HOUR; time += 1) {
      expect(await forgot(who.user)).toBe('204')
      await tried(1)
    }
    expect(await pauseAfter(6)).toBeGreaterThan(2 * 3_600_000)
    post.state.refuse = false
    expect(await forgot(who.user)).toBe('204')
    expect(await settled()).toMatchObject([{ to: [who.user] }])
  })

  it('are not given to the mail server any more where another server may begin them', async () => {
    const { who, user_id } = await registered()
    const mailer = createMailer(post.settings)
    const handler = accountMails({
      ...server.queue,
      protection: createProtection(new Uint8Array(SECRET_BYTES).fill(7)),
      mailer,
      origin: () => server.origin,
      providers: [],
    })['mail-account']
    const send = (leftMs: number) => {
      const locked_until = new Date(server.clock.agreed().getTime() + leftMs)
      const job = { id: 1, kind: 'mail-account', key: '', attempts: 1, run_at: locked_until, locked_until }
      return handler({ mail: 'reset-password', user_id, language: 'es' }, job)
    }
    try {
      await expect(send(0)).rejects.toMatchObject({ name: 'TryAgainLater' })
      expect(post.mails).toEqual([])
      await send(JOB_LOCK_MS)
      expect(post.mails.splice(0)).toMatchObject([{ to: [who.user] }])
    } finally {
      mailer.close()
    }
  })

  it('that tell of a new password are sent once there is a mail server again, though one was given up', async () => {
    const { token } = await registered()
    const change = async (current: string, password: string) =>
      (await server.ask('login', '/password', { method: 'PUT', body: { current, password }, token })).status
    post.state.refuse = 550
    expect(await change(PASSWORD, NEW)).toBe(204)
    await pauseAfter(JOB_ATTEMPTS_MAX)
    post.state.refuse = false
    expect(await change(NEW, PASSWORD)).toBe(204)
    expect((await settled()).map(({ text }) => text.includes('Se cambió la contraseña'))).toEqual([true])
  })
})

describe('a mail server', () => {
  it('that takes the connection and says nothing is waited for with patience, and not for ever', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: 'avisos@numerito.example' }, 50)
    const mail = { to: 'canario@correo.example', subject: 'x', text: 'x' }
    try {
      await expect(mailer.send(mail, 60_000)).rejects.toThrow(/^the mail server: no answer ETIMEDOUT$/)
    } finally {
      mailer.close()
      silent.close()
    }
  })

  it('that goes on talking and comes to no end is cut off in time, and is given no e-mail after that', async () => {
    const heard: string[] = []
    const cut = Promise.withResolvers<void>()
    const talking = createServer(socket => {
      socket.write('220 hello\r\n')
      // Each line is a sign of life: no limit for a single step ever ends this.
      const more = setInterval(() => socket.write('250-still here\r\n'), 5)
      socket.on('data', said => void heard.push(String(said)))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearInterval(more)
        cut.resolve()
      })
    })
    await new Promise<void>(resolve => talking.listen(0, '127.0.0.1', resolve))
    const { port } = talking.address() as AddressInfo
    const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: 'avisos@numerito.example' })
    const mail = { to: 'canario@correo.example', subject: 'x', text: 'x' }
    try {
      await expect(mailer.send(mail, 300)).rejects.toThrow(/^the mail server: no answer ETIMEDOUT$/)
      await cut.promise
      expect(heard.join('')).toMatch(/^(EHLO \S+\r\n)?$/)
    } finally {
      mailer.close()
      talking.close()
    }
  })

  it('that is not there is told by no address', async () => {
    const mailer = createMailer({ url: 'smtp://127.0.0.1:1', from: 'avisos@numerito.example' })
    const mail = { to: 'canario@correo.example', subject: 'x', text: 'x' }
    await expect(mailer.send(mail, 60_000)).rejects.toThrow(/^the mail server: no answer \w+$/)
  })
})
