import { expect, it } from 'vitest'
import { appleBrowser } from '#src/platform/apple-browser.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPAD = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  ['safari', `${PHONE} Version/18.5 Mobile/15E148 Safari/604.1`],
  ['safari', `${IPAD} Version/18.5 Safari/605.1.15`],
  ['other-browser', `${PHONE} CriOS/136.0.7103.91 Mobile/15E148 Safari/604.1`],
  ['other-browser', `${IPAD} CriOS/136 Version/16.3 Safari/605.1.15`],
  ['other-browser', `${PHONE} FxiOS/138.0 Mobile/15E148 Safari/605.1.15`],
  ['other-browser', `${PHONE} Version/18.0 EdgiOS/136.0.3240.60 Mobile/15E148 Safari/604.1`],
  ['other-browser', `${PHONE} Version/18.5 Mobile/15E148 Safari/604.1 OPT/5.4.1`],
  ['other-browser', `${PHONE} Version/18.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`],
  ['inside-app', `${PHONE} Mobile/15E148`],
  ['inside-app', `${PHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/510.0.0.43.105;FBDV/iPhone15,2;FBMD/iPhone]`],
  ['inside-app', `${PHONE} Mobile/22F76 Instagram 381.0.0.29.92 (iPhone15,2; iOS 18_5; es_CL; scale=3.00)`],
  ['inside-app', `${PHONE} Mobile/15E148 Safari/604.1 [FBAN/FBIOS;FBAV/510.0.0.43.105;FBDV/iPhone15,2]`],
  ['inside-app', `${PHONE} Mobile/22F76 Safari/604.1 Instagram 381.0.0.29.92 (iPhone15,2; iOS 18_5; es_CL)`],
  ['inside-app', `${PHONE} Version/18.5 Mobile/15E148 Snapchat/13.40.0.42 (like Safari/8621.2.5, panda)`],
  ['inside-app', `${PHONE} Mobile/15E148 Safari Line/15.6.0`],
  ['inside-app', `${PHONE} GSA/368.0.755169226 Mobile/15E148 Safari/604.1`],
  ['inside-app', `${PHONE} Mobile/15E148 MicroMessenger/8.0.58(0x1800) NetType/WIFI Language/es`],
])('[OFFL-01] an iPhone’s guide begins where one is: %s for %s', (where, userAgent) => {
  expect(appleBrowser(userAgent)).toBe(where)
})
