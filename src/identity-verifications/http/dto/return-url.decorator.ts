import { registerDecorator } from 'class-validator';

/**
 * Schemes that run scripts, read files, or reach into the browser or the system. Anything else except http and https
 * is taken for an app's own scheme.
 */
const REFUSED_SCHEMES = new Set(
  [
    ['javascript', 'data', 'blob', 'filesystem', 'vbscript', 'livescript', 'mocha', 'jar', 'mhtml'],
    ['file', 'ftp', 'ftps', 'sftp', 'ssh', 'telnet', 'smb', 'nfs', 'ldap', 'ldaps', 'gopher', 'ws', 'wss'],
    ['about', 'view-source', 'edge', 'opera', 'brave', 'vivaldi', 'resource', 'res', 'wyciwyg', 'feed'],
    ['intent', 'android-app', 'content', 'market', 'itms', 'itms-apps', 'itms-services', 'app-settings'],
    ['search', 'search-ms', 'shell', 'help', 'hcp', 'prefs', 'app-prefs', 'x-apple.systempreferences'],
    ['mailto', 'tel', 'sms', 'facetime', 'geo', 'urn', 'cid', 'mid', 'news', 'nntp'],
  ]
    .flat()
    .map((scheme) => `${scheme}:`),
);
/** Families of schemes: Windows (`ms-msdt:`), Chromium and its extensions, Firefox's extensions, Edge. */
const REFUSED_FAMILIES = /^(?:ms-|microsoft\b|chrome|moz-|devtools|safari-|webkit)/;

/** The URL parser silently drops tabs and line breaks, so it would read something other than what was sent. */
const CONTROL_CHARACTERS = /\p{Cc}/u;

/** An absolute URL that a person can safely be sent to; an app's own scheme is allowed. */
export function IsRedirectUrl(): PropertyDecorator {
  return checkUrl('isRedirectUrl', 'must be an absolute URL with a safe scheme', isRedirectUrl);
}

/** An absolute https URL without a user name or password. */
export function IsCallbackUrl(): PropertyDecorator {
  return checkUrl('isCallbackUrl', 'must be an https URL', isCallbackUrl);
}

const isRedirectUrl = ({ protocol }: URL) =>
  !REFUSED_SCHEMES.has(protocol) && !REFUSED_FAMILIES.test(protocol);

const isCallbackUrl = ({ protocol, username, password }: URL) =>
  protocol === 'https:' && username === '' && password === '';

function checkUrl(name: string, rule: string, accepts: (url: URL) => boolean): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' &&
          !CONTROL_CHARACTERS.test(value) &&
          URL.canParse(value) &&
          accepts(new URL(value)),
        defaultMessage: () => `${String(property)} ${rule}`,
      },
    });
}
