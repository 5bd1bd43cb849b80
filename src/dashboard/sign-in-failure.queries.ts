import { type EntityManager } from 'typeorm';
import { clientNetwork } from '../common/http/client-network.js';
import { emailKey } from '../common/validation/email.decorator.js';
import { countedSoFar, countOneMore } from './hourly-count.queries.js';

/** Failures within an hour beyond which an attempt waits. A whole office may share a network. */
const LIMITS = { network: 20, account: 5 } as const;
const SLOW_MS = 5_000;

/** Someone who tries to sign in. */
export interface Attempt {
  email: string;
  address: string;
}

/** How long this attempt has to wait, in milliseconds. Nobody is locked out: a guesser only gets slower. */
export async function signInDelay(manager: EntityManager, attempt: Attempt): Promise<number> {
  for (const [kind, subject] of subjectsOf(attempt))
    if ((await countedSoFar(manager, subject)) >= LIMITS[kind]) return SLOW_MS;
  return 0;
}

/** @returns how many failures of the account that makes within the hour */
export async function countSignInFailure(manager: EntityManager, attempt: Attempt): Promise<number> {
  const counts = { network: 0, account: 0 };
  for (const [kind, subject] of subjectsOf(attempt)) counts[kind] = await countOneMore(manager, subject);
  return counts.account;
}

/** As `signInDelay`, for an attempt that names no account. */
export async function networkDelay(manager: EntityManager, address: string): Promise<number> {
  return (await countedSoFar(manager, networkSubject(address))) >= LIMITS.network ? SLOW_MS : 0;
}

/** Counts a failure that names no account. */
export async function countNetworkFailure(manager: EntityManager, address: string): Promise<void> {
  await countOneMore(manager, networkSubject(address));
}

const networkSubject = (address: string) => `network:${clientNetwork(address)}`;

function subjectsOf({ email, address }: Attempt): [keyof typeof LIMITS, string][] {
  return [
    ['network', networkSubject(address)],
    ['account', `account:${emailKey(email)}`],
  ];
}
