import { expect } from 'expect';

/** A request that changes something. */
export interface Call {
  method: string;
  path: string;
  body?: object | FormData;
}

export interface Answer {
  status: number;
  text: string;
  replayed: boolean;
}

/** Sends the request with an Idempotency-Key. */
export async function callWithKey(
  { url, apiKey }: { url: string; apiKey: string },
  key: string,
  { method, path, body }: Call,
): Promise<Answer> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': key,
      ...(isJson && { 'content-type': 'application/json' }),
    },
    body: isJson ? JSON.stringify(body) : body,
  });
  const replayed = response.headers.get('idempotency-replayed') === 'true';
  return { status: response.status, text: await response.text(), replayed };
}

/** An upload as a multipart body, whose boundary differs each time. */
export function formWith(bytes: Buffer, fields?: string): FormData {
  const data = new FormData();
  data.set('file', new Blob([new Uint8Array(bytes)]), 'agreement.pdf');
  if (fields !== undefined) data.set('fields', fields);
  return data;
}

const conflict = (code: string) => ({
  status: 409,
  text: expect.stringContaining(`"code":"${code}"`),
  replayed: false,
});
export const IN_USE = conflict('idempotency_key_in_use');
export const REUSED = conflict('idempotency_key_reused');
