import { deviceTimeZone } from './time-zone.js';

/** Reports a person's act to the service. If that fails, as with an older process, only the record is lost. */
export function reportAct(address: string, act: string): void {
  const body = new URLSearchParams({ act, timeZone: deviceTimeZone() });
  void fetch(address, { method: 'POST', body, keepalive: true }).catch(() => undefined);
}
