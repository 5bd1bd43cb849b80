import { splitList } from './cidr-list.js';
import { type EncryptionKey } from './settings.js';

/** 32 bytes in base64, or several of them with their ids: `id:base64,id:base64`. */
export const KEY_RING = /^(?:[\w.-]{1,32}:)?[A-Za-z0-9+/]{43}=(?:,[\w.-]{1,32}:[A-Za-z0-9+/]{43}=)*$/;

/** @param text - as KEY_RING. A key without an id has the id `1`. */
export function parseKeyRing(text: string): EncryptionKey[] {
  return splitList(text).map((entry) => {
    const [id, key] = entry.includes(':') ? (entry.split(':') as [string, string]) : (['1', entry] as const);
    return { id, key: Buffer.from(key, 'base64') };
  });
}

/** Keys in the format of the setting ENCRYPTION_KEY. */
export const keyRingText = (keys: readonly EncryptionKey[]): string =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');
