import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeWith } from '#tests/support/describe-with.ts'
import { freePort } from '#tests/support/free-port.ts'
import {
  missingProxy,
  PROXIES,
  type ProxyName,
  type ProxyServer,
  startProxy,
} from '#tests/support/proxy-server.ts'
import { makeSelfSignedCertificate } from '#tests/support/self-signed-certificate.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/**
 * What a proxy makes of answers that all servers give at the same moment, which two real ones give only by
 * chance: they stand in for servers that are busy, and that keep nothing.
 */
describe('the operator’s proxy', () => {
  const certificate = makeSelfSignedCertificate('localhost')
  const trusted = tls.getCACertificates('default')
  const servers: Server[] = []
  let keeps = true
  /** How often it was asked for, at each. */
  const asked: number[] = [0, 0]

  beforeAll(async () => {
    tls.setDefaultCACertificates([...trusted, certificate.cert])
    for (const which of asked.keys()) {
      const server = createServer(({ url }, response) => {
        if (url === '/readyz') asked[which] = (asked[which] ?? 0) + 1
        const turnsAway = url === '/busy' || (url === '/readyz' && !keeps)
        response.writeHead(turnsAway ? 503 : 200, { 'retry-after': '5' }).end('in words')
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      servers.push(server)
    }
  })
  afterAll(() => {
    tls.setDefaultCACertificates(trusted)
    for (const server of servers) server.close().closeAllConnections()
  })

  for (const name of Object.keys(PROXIES) as ProxyName[])
    describeWith(missingProxy(name), name, () => {
      let proxy: ProxyServer
      beforeAll(async () => {
        keeps = true
        const hosts = servers.map(server => `127.0.0.1:${(server.address() as AddressInfo).port}`)
        proxy = await startProxy(name, await freePort(), hosts, certificate)
      })
      afterAll(() => proxy?.close())

      const ask = async (path: string, method = 'GET') => {
        const response = await fetch(`${proxy.origin}${path}`, { method })
        return `${response.status} ${await response.text()}`
      }

      it('[KEEP-07] hands on that somebody is turned away, and takes no server for gone because of it', async () => {
        for (const _which of ['one', 'two', 'one again']) expect(await ask('/busy')).toBe('503 in words')
        expect(await ask('/call', 'POST')).toBe('200 in words')
        expect(await ask('/')).toBe('200 in words')
      })

      it('[KEEP-05] hands on what is kept where no server can keep anything', async () => {
        keeps = false
        const before = [...asked]
        // nginx asks nobody how they are.
        if (name !== 'nginx')
          await waitFor('both to have said so, more than once', () =>
            asked.every((times, which) => times > (before[which] ?? 0) + 2),
          )
        expect(await ask('/')).toBe('200 in words')
        expect(await ask('/call', 'POST')).toBe('200 in words')
      })
    })
})
