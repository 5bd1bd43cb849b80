import { createHmac, timingSafeEqual } from 'node:crypto';

/** The values that authenticator apps assume (RFC 6238 §4, RFC 4226 §5.3). */
const STEP_MS = 30_000;
const DIGITS = 6;
/** A code is accepted one step early or late, for clocks that differ and people who type slowly (RFC 6238 §5.2). */
const WINDOW = [-1, 0, 1] as const;
/** As long as the hash (RFC 4226 §4 R6). */
export const TOTP_SECRET_BYTES = 20;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The time step of an instant, in milliseconds since 1970. */
export const totpStepAt = (time: number) => Math.floor(time / STEP_MS);

/** The code of a time step (RFC 4226 §5.3). */
export function totpCode(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const number = hash.readUInt32BE(hash.at(-1)! & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The time step near `time` that has this code; null if there is none. All steps are compared, in constant time. */
export function totpStepOf(secret: Buffer, code: string, time: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const steps = WINDOW.map((offset) => totpStepAt(time) + offset).filter((step) => {
    return timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code));
  });
  return steps.at(-1) ?? null;
}

/** Base32 without padding, as authenticator apps read it (RFC 4648 §6). */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** The address in the QR code for the app. @param issuer - the name of the service, without a colon */
export function totpAddress(
  secret: Buffer,
  { issuer, account }: { issuer: string; account: string },
): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
