import type { Break } from './break.ts'

/** What strangers and proxies say to the server before anybody is known. */
export const serverEdge: Break[] = [
  {
    file: 'server/http/sockets.ts',
    stands: "answerMalformed(socket, 'no other protocol is spoken here', timers)",
    becomes: 'socket.destroy()',
    harm: 'one request for another protocol has a proxy take each server for gone, and nobody is served',
    tests: ['tests/wire/http-problems.test.ts'],
  },
  {
    file: 'server/http/sockets.ts',
    stands: 'endpoint.takesUpgrade(request)',
    becomes: 'true',
    harm: 'a machine whose HTTP library offers another protocol each time can ask nothing',
    tests: ['tests/wire/http-problems.test.ts'],
  },
  {
    file: 'server/http/answer-malformed.ts',
    stands: '  socket.resume()\n',
    becomes: '',
    harm: 'each refused request for another protocol that brings a body is heard to go only a second later',
    tests: ['tests/wire/http-problems.test.ts'],
  },
  {
    file: 'server/http/answer-malformed.ts',
    stands: 'timers.after(HEARD_MS, () => socket.destroy())',
    becomes: '() => undefined',
    harm: 'whoever asks for another protocol and stays takes a connection from the server for good',
    tests: ['tests/wire/http-problems.test.ts'],
  },
  {
    file: 'packaging/proxies/nginx.conf',
    stands: 'proxy_next_upstream error timeout;',
    becomes: 'proxy_next_upstream error timeout http_503;',
    harm: 'two people who are turned away at nine take the desk from everybody else for five seconds',
    tests: ['tests/faults/proxy-passes-on.test.ts'],
  },
  {
    file: 'packaging/proxies/haproxy.cfg',
    stands:
      '    server one-yet 10.0.0.11:4000 backup no-check\n    server two-yet 10.0.0.12:4000 backup no-check\n',
    becomes: '',
    harm: 'with a full disk nobody sees the number that they hold',
    tests: ['tests/faults/proxy-passes-on.test.ts'],
  },
  {
    file: 'packaging/proxies/Caddyfile',
    stands: '{http.error.status_code} == 503',
    becomes: '{http.error.status_code} == 599',
    harm: 'with a full disk nobody sees the number that they hold',
    tests: ['tests/faults/proxy-passes-on.test.ts'],
  },
  {
    file: 'server/http/refuse-methods.ts',
    stands: "if (KNOWN.has(request.method ?? ''))",
    becomes: "if (request.method !== '')",
    harm: 'a stranger fills the log with a page a request, by a method that nobody knows',
    tests: ['tests/wire/http-problems.test.ts', 'tests/wire/http-two.test.ts'],
  },
  {
    file: 'server/http/problems.ts',
    stands: 'status >= 400 && status < 500',
    becomes: 'status === 499',
    harm: 'whoever takes up a download after a new build is told of a fault of ours, and the operator is woken',
    tests: ['tests/wire/http-application.test.ts'],
  },
  {
    file: 'server/http/create-http.ts',
    stands: 'mendAddress(url)',
    becomes: '(mendAddress, url)',
    harm: 'whoever comes by a link that a messenger cut reads an answer for machines',
    tests: ['tests/wire/http-application.test.ts'],
  },
  {
    file: 'server/http/mend-address.ts',
    stands: ' || isServersOwn(path)',
    becomes: ' || (isServersOwn, false)',
    harm: 'a service that is asked for nonsense gives another answer than it says',
    tests: ['tests/wire/http-problems.test.ts'],
  },
  {
    file: 'server/http/create-http.ts',
    stands: "reply.headers({ ...BARE_HEADERS, 'x-request-id': request.id })",
    becomes: 'reply',
    harm: 'an address that means nothing is answered under no policy',
    tests: ['tests/wire/http-problems.test.ts'],
  },
  {
    file: 'server/accounts/providers/provider-routes.ts',
    stands: "new URL(request.url, 'http://host')",
    becomes: 'new URL(request.url, here(request))',
    harm: 'a request that names no host writes a fault of ours into the log',
    tests: ['tests/wire/social.test.ts'],
  },
  {
    file: 'commands/check.ts',
    stands: 'if (!isBehindProxy || proxyHops > 0) return []',
    becomes: 'if (isBehindProxy || proxyHops > 0) return []',
    harm: 'whoever starts the container as written is not told that the forty-first number of the town is refused',
    tests: ['tests/wire/check-command.test.ts'],
  },
]
