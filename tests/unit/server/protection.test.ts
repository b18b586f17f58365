import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from '#tests/support/fast-check.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { systemRandom } from '#server/platform/random.ts'
import { Unsealable } from '#server/secrets/envelope.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { makeDirectory } from '#server/platform/make-directory.ts'
import { loadSecretFile, SECRET_FILE } from '#server/secrets/secret-file.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'

const secretOf = (byte: number) => new Uint8Array(SECRET_BYTES).fill(byte)
const protection = createProtection(secretOf(1))
const person = { name: 'Ximena', email: 'x@correo.example', phone: '+56912345678', identity: '12345678-5' }

const nothingSealed = async () => false

describe('sealing', () => {
  it('opens what it sealed, whatever it was', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), meta => {
        expect(protection.openMeta(protection.sealMeta(meta))).toEqual({ ...meta })
      }),
    )
  })

  it('never gives the same bytes twice', () => {
    expect(protection.sealMeta(person)).not.toEqual(protection.sealMeta(person))
  })

  it('a person opens in their own row only', () => {
    const sealed = protection.sealPerson(person, 'a')
    expect(protection.openPerson(sealed, 'a')).toEqual(person)
    expect(() => protection.openPerson(sealed, 'b')).toThrow(Unsealable)
  })

  it('nothing opens with another secret, nor for another purpose', () => {
    const sealed = protection.sealMeta(person)
    expect(() => createProtection(secretOf(2)).openMeta(sealed)).toThrow(Unsealable)
    expect(() => protection.keySeal.open(sealed)).toThrow(Unsealable)
  })

  it('one bit changed anywhere is noticed', () => {
    const sealed = protection.keySeal.seal('a private key')
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), bit => {
        const altered = Uint8Array.from(sealed)
        altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(() => protection.keySeal.open(altered)).toThrow(Unsealable)
      }),
    )
    for (let length = 0; length < sealed.length; length++) {
      expect(() => protection.keySeal.open(sealed.subarray(0, length))).toThrow(Unsealable)
    }
  })

  it('a secret of another length is refused', () => {
    expect(() => createProtection(new Uint8Array(16))).toThrow(RangeError)
  })
})

describe('the hash of an identity number', () => {
  const hash = (type: 'rut' | 'dni', number: string, by = protection) =>
    Buffer.from(by.identityHash(type, number)).toString('hex')

  it('is the same however the number is written', () => {
    const rut = hash('rut', '12345678-5')
    for (const written of ['12.345.678-5', '123456785', ' 12345678 - 5 '])
      expect(hash('rut', written)).toBe(rut)
    expect(hash('rut', '6.000.000-k')).toBe(hash('rut', '6000000-K'))
    expect(hash('rut', '01.234.567-4')).toBe(hash('rut', '1234567-4'))
    expect(hash('dni', 'ab-123.456')).toBe(hash('dni', 'AB123456'))
  })

  it('differs by number, by kind and by secret', () => {
    const hashes = [
      hash('rut', '12345678-5'),
      hash('rut', '11111111-1'),
      hash('dni', '12345678-5'),
      hash('rut', '12345678-5', createProtection(secretOf(2))),
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})

describe('the secret of a first start', () => {
  let directory: TemporaryDirectory
  afterEach(() => directory.remove())

  it('is made once, for its owner’s eyes only, and found again', async () => {
    directory = makeTemporaryDirectory('secret')
    const data = join(directory.path, 'data')
    const made = await loadSecretFile(data, nothingSealed)
    expect(made).toHaveLength(SECRET_BYTES)
    expect(statSync(join(data, SECRET_FILE)).mode & 0o777).toBe(0o600)
    expect(await loadSecretFile(data, nothingSealed)).toEqual(made)
    expect(readdirSync(data)).toEqual([SECRET_FILE])
  })

  it('is made on a disk that knows no hard links, too', async () => {
    directory = makeTemporaryDirectory('secret')
    const asLink = async () => {
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
    }
    const made = await loadSecretFile(directory.path, nothingSealed, { random: systemRandom, asLink })
    expect(statSync(join(directory.path, SECRET_FILE)).mode & 0o777).toBe(0o600)
    expect(await loadSecretFile(directory.path, nothingSealed)).toEqual(made)
    expect(readdirSync(directory.path)).toEqual([SECRET_FILE])
  })

  it('is the one that another start has not yet put into its file', async () => {
    directory = makeTemporaryDirectory('secret')
    const file = join(directory.path, SECRET_FILE)
    writeFileSync(file, '')
    const loaded = loadSecretFile(directory.path, nothingSealed)
    const secret = randomBytes(32)
    setTimeout(() => writeFileSync(file, secret.toString('base64')), 100)
    expect(Buffer.from(await loaded)).toEqual(secret)
  })

  it('is one, also when several processes start at the same moment', async () => {
    directory = makeTemporaryDirectory('secret')
    const made = await Promise.all(
      Array.from({ length: 10 }, () => loadSecretFile(directory.path, nothingSealed)),
    )
    expect(new Set(made.map(secret => Buffer.from(secret).toString('hex'))).size).toBe(1)
    expect(readdirSync(directory.path)).toEqual([SECRET_FILE])
  })

  it('[KEEP-05] is not made anew where data is sealed with one that is lost: nothing is written, and it is said', async () => {
    directory = makeTemporaryDirectory('secret')
    const lost = loadSecretFile(directory.path, async () => true)
    await expect(lost).rejects.toThrow(/secret is lost.*NUMERITO_SECRET/)
    expect(readdirSync(directory.path)).toEqual([])
  })

  it.runIf(existsSync('/proc/self'))(
    'says where no directory can be made for it, and does not hang',
    async () => {
      directory = makeTemporaryDirectory('secret')
      const file = join(directory.path, 'file')
      writeFileSync(file, '')
      const place = '/proc/nobody/here'
      await expect(loadSecretFile(place, nothingSealed)).rejects.toThrow(
        `the directory ${place} cannot be made`,
      )
      expect(() => makeDirectory(join(file, 'below'))).toThrow('cannot be made')
    },
  )

  it('says of an empty one, which a start that was broken off left, what to do', async () => {
    directory = makeTemporaryDirectory('secret')
    writeFileSync(join(directory.path, SECRET_FILE), '')
    await expect(loadSecretFile(directory.path, nothingSealed)).rejects.toThrow('Remove it')
  })

  it('is never replaced: a damaged one is a fault', async () => {
    directory = makeTemporaryDirectory('secret')
    const path = join(directory.path, SECRET_FILE)
    writeFileSync(path, 'half of a sec')
    chmodSync(path, 0o600)
    await expect(loadSecretFile(directory.path, nothingSealed)).rejects.toThrow('does not hold')
    expect(existsSync(path)).toBe(true)
  })
})
