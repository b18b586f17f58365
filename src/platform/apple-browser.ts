/**
 * From where an iPhone's person reads this: Safari; another browser, which may add to the home screen since
 * iOS 16.4 where its maker lets it; or the window of an application, which never does.
 */
export type AppleBrowser = 'safari' | 'other-browser' | 'inside-app'

const OTHER_BROWSERS = /CriOS|FxiOS|EdgiOS|OPT\/|OPiOS|OPX\/|DuckDuckGo|Ddg\/|YaBrowser|Vivaldi|Focus\//
/**
 * Those that call themselves Safari as well, some of them in some versions; all others leave its name out.
 */
const APPLICATIONS = /FBAN|Instagram|GSA\/|Snapchat/

/** What a browser on an iPhone or iPad says that it is. */
export function appleBrowser(userAgent: string): AppleBrowser {
  if (APPLICATIONS.test(userAgent)) return 'inside-app'
  if (OTHER_BROWSERS.test(userAgent)) return 'other-browser'
  return userAgent.includes('Safari/') ? 'safari' : 'inside-app'
}

export const thisAppleBrowser = (): AppleBrowser => appleBrowser(navigator.userAgent)
