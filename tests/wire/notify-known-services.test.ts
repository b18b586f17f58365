import { expect, it } from 'vitest'
import { isKnownPushService } from '#server/notify/known-push-services.ts'

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QOabc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://fcm.googleapis.com:443/fcm/send/abc',
  'HTTPS://FCM.googleapis.com/fcm/send/abc',
])('a browser’s own push service is known: %s', endpoint => {
  expect(isKnownPushService(endpoint, [])).toBe(true)
})

it.each([
  ['a private address', 'https://10.0.0.7/fcm/send/abc'],
  ['the server itself', 'https://127.0.0.1/wpush/v2/abc'],
  ['itself by another spelling', 'https://0x7f000001/'],
  ['itself in IPv6', 'https://[::1]/'],
  ['the cloud’s secrets', 'http://169.254.169.254/latest/meta-data/'],
  ['a name inside', 'https://localhost/'],
  ['anybody', 'https://push.example.com/abc'],
  ['no encryption', 'http://fcm.googleapis.com/fcm/send/abc'],
  ['another port', 'https://fcm.googleapis.com:8443/fcm/send/abc'],
  ['a name before the host', 'https://fcm.googleapis.com@10.0.0.7/abc'],
  ['a name and password', 'https://user:secret@fcm.googleapis.com/abc'],
  ['a longer name', 'https://fcm.googleapis.com.example.com/abc'],
  ['a name that ends alike', 'https://evilfcm.googleapis.com/abc'],
  ['a domain that ends alike', 'https://evilpush.apple.com/abc'],
  ['a bare domain of hosts', 'https://push.apple.com/abc'],
  ['the root of names', 'https://fcm.googleapis.com./abc'],
  ['a backslash', 'https://10.0.0.7\\@fcm.googleapis.com/abc'],
  ['a path', '/fcm/send/abc'],
  ['a file', 'file:///etc/passwd'],
  ['nothing', ''],
])('%s is no push service', (_, endpoint) => {
  expect(isKnownPushService(endpoint, [])).toBe(false)
})

it('an operator adds a host, a domain, or a whole origin', () => {
  const extra = ['push.example.com', '.push.example.org', 'http://127.0.0.1:8080']
  const known = (endpoint: string) => isKnownPushService(endpoint, extra)
  expect(known('https://push.example.com/abc')).toBe(true)
  expect(known('https://a.push.example.org/abc')).toBe(true)
  expect(known('http://127.0.0.1:8080/abc')).toBe(true)
  expect(known('http://push.example.com/abc')).toBe(false)
  expect(known('https://a.push.example.com/abc')).toBe(false)
  expect(known('http://127.0.0.1:8081/abc')).toBe(false)
  expect(known('http://user@127.0.0.1:8080/abc')).toBe(false)
})
