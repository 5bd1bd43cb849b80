import { type AuthenticationResponseJSON, type RegistrationResponseJSON } from '@simplewebauthn/server';

/** Maximum characters of a posted answer; leaves room for an unrequested certificate. */
const MAX_ANSWER = 16 * 1024;

/** A passkey's answer, checked only for its form. */
export interface PasskeyAnswer<Response> {
  response: Response;
  /** The challenge that it claims to answer. */
  challenge: string;
}

/** Parses the JSON that the browser posts; null for anything that is not an answer. */
export function parseAnswer<Response extends AuthenticationResponseJSON | RegistrationResponseJSON>(
  posted: string,
): PasskeyAnswer<Response> | null {
  if (posted.length > MAX_ANSWER) return null;
  const answer = parsed(posted);
  const data = parsed(
    Buffer.from(textOf(partOf(answer, 'response'), 'clientDataJSON'), 'base64url').toString(),
  );
  const challenge = textOf(data, 'challenge');
  if (challenge === '' || textOf(answer, 'id') === '') return null;
  return { response: answer as Response, challenge };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

function textOf(value: unknown, name: string): string {
  const part = partOf(value, name);
  return typeof part === 'string' ? part : '';
}
