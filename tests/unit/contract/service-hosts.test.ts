import { describe, expect, it } from 'vitest'
import {
  parseServiceHosts,
  serviceAt,
  serviceUrl,
  socketUrl,
  spellServiceHosts,
} from '#contract/service-hosts.ts'

const PAGE = 'https://numerito.example'

describe('where services stand', () => {
  it('[SHELL-09] all at one host, or some at hosts of their own; what is not named stands where the page came from', () => {
    const all = parseServiceHosts('https://services.example') ?? {}
    expect(serviceUrl(all, 'v3', PAGE)).toBe('https://services.example/api/v3')
    const some = parseServiceHosts('flags=https://flags.example, socket=http://localhost:4000') ?? {}
    expect(serviceUrl(some, 'flags', PAGE)).toBe('https://flags.example/services/flags')
    expect(serviceUrl(some, 'v3', PAGE)).toBe('https://numerito.example/api/v3')
    expect(socketUrl(some, PAGE)).toBe('ws://localhost:4000/socket')
    expect(socketUrl({}, PAGE)).toBe('wss://numerito.example/socket')
    const allButOne = parseServiceHosts('https://services.example,push=https://push.example') ?? {}
    expect(serviceUrl(allButOne, 'push', PAGE)).toBe('https://push.example/services/push')
  })

  it('what is written down is read again', () => {
    for (const text of [
      '',
      'https://services.example',
      'v1=https://a.example,socket=https://b.example:8443',
    ]) {
      const hosts = parseServiceHosts(text)
      expect(hosts).not.toBeNull()
      expect(parseServiceHosts(spellServiceHosts(hosts ?? {}))).toEqual(hosts)
    }
  })

  it.each([
    'services.example',
    'https://services.example/',
    'https://services.example/api',
    'javascript:alert(1)',
    'moon=https://services.example',
    'login=',
    'login=https://a.example;script-src *',
    'login=https://a.example login=https://b.example',
    'constructor=https://a.example',
    'login=https://a.example=https://b.example',
  ])('nothing else is: %s', text => {
    expect(parseServiceHosts(text)).toBeNull()
  })

  it('an address is a service’s only where that service stands', () => {
    const hosts = parseServiceHosts('v1=https://b.example') ?? {}
    const at = (address: string) => serviceAt(hosts, new URL(address), PAGE)
    expect(at('https://b.example/api/v1/categories')).toBe('v1')
    expect(at('https://numerito.example/api/v1/categories')).toBeNull()
    expect(at('https://numerito.example/api/v3/offices/web')).toBe('v3')
    expect(at('https://b.example/api/v3/offices/web')).toBeNull()
    expect(at('https://numerito.example/api/v11/categories')).toBeNull()
    expect(at('https://numerito.example/tickets')).toBeNull()
  })
})
