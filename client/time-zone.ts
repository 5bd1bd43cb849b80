/** The IANA name of the device's time zone. */
export const deviceTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const COOKIE_SECONDS = 365 * 86_400;

/** Names the device's zone to the dashboard, which shows times in it unless the person chose another. */
export function nameTimeZone(): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `countersign_time_zone=${deviceTimeZone()}; path=/dashboard; max-age=${COOKIE_SECONDS}; samesite=lax${secure}`;
}
