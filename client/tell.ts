import { deviceTimeZone } from './time-zone.js';

/** Tells the service what a person did. If it does not arrive, as at an older process, only the record of it is lost. */
export function tell(address: string, act: string): void {
  const body = new URLSearchParams({ act, timeZone: deviceTimeZone() });
  void fetch(address, { method: 'POST', body, keepalive: true }).catch(() => undefined);
}
