/** `1 March 2026, 09:30:05 UTC`. */
export function utcTime(iso: string): string {
  return `${format(iso, 'UTC')} UTC`;
}

/** The same, followed by the local time of the signer's device. */
export function zonedTime(iso: string, timeZone: string | null): string {
  if (timeZone === null || timeZone === 'UTC') return utcTime(iso);
  return `${utcTime(iso)} (${format(iso, timeZone)} in ${timeZone.replaceAll('_', ' ')})`;
}

function format(iso: string, timeZone: string): string {
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone });
  return text.format(new Date(iso)).replace(' at ', ', ');
}
