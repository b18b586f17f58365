import { describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from '#server/identity/passwords.ts'

describe('passwords', () => {
  it('are kept by argon2id, each with a salt of its own', async () => {
    const [one, other] = await Promise.all([hashPassword('clave'), hashPassword('clave')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(other).not.toBe(one)
    expect(await verifyPassword(one, 'clave')).toBe(true)
    expect(await verifyPassword(one, 'Clave')).toBe(false)
  })

  // That it takes as long is told by what it compares: tests/wire/identity-same-work.test.ts.
  it('no password opens an account that does not exist', async () => {
    for (const password of ['', 'clave']) expect(await verifyPassword(null, password)).toBe(false)
  })

  it('a crowd waits its turn, and what would wait too long is turned away', async () => {
    const hash = await hashPassword('clave')
    const answers = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPassword(hash, 'clave')))
    const refused = answers.filter(answer => answer.status === 'rejected')
    expect(refused).toHaveLength(8)
    expect(refused[0]?.reason).toMatchObject({ code: 'unavailable', status: 503 })
    expect(await verifyPassword(hash, 'clave')).toBe(true)
  })
})
