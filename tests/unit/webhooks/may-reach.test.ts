import { describe, expect, it } from 'vitest'
import { mayReach } from '#server/webhooks/may-reach.ts'

describe('where webhooks may post', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.20',
    '100.64.0.1',
    '169.254.169.254',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2001:0:7f00:1::',
    '2002:7f00:1::',
    '2001:db8::1',
    'not an address',
    '',
  ])('not to %s, over TLS neither', address => {
    expect(mayReach('https:', address, [])).toBe(false)
    expect(mayReach('http:', address, [])).toBe(false)
  })

  it.each([
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '200.1.123.4',
    '2800:3f0:4002:800::200e',
    '::ffff:8.8.8.8',
  ])('to %s over TLS, and in clear not even there', address => {
    expect(mayReach('https:', address, [])).toBe(true)
    expect(mayReach('http:', address, [])).toBe(false)
  })

  it('to networks that the operator named, in clear too, and to none beside them', () => {
    const networks = ['192.168.10.0/24', 'fd00:1::/64']
    for (const address of ['192.168.10.7', '::ffff:192.168.10.7', 'fd00:1::7'])
      expect(mayReach('http:', address, networks)).toBe(true)
    for (const address of ['192.168.11.7', 'fd00:2::7', '127.0.0.1'])
      expect(mayReach('https:', address, networks)).toBe(false)
  })
})
