import { sendAgreement } from '../../scripts/journeys.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';
import { type Installation } from './installation.js';

/** Longer than any seal that would still count as fair. */
const LONGEST_MS = 120_000;

/**
 * How long the seals of a new organization take, one after the other, from signing until the request is completed.
 * @returns milliseconds in ascending order; Infinity for a seal that was not made
 */
export async function sealTimes(site: Installation, seals: number): Promise<number[]> {
  const { api } = await site.createTenant();
  const seal = async () => {
    const { request, signingUrl } = await sendAgreement(api);
    site.issued.collect(signingUrl);
    const started = performance.now();
    await new SigningVisitor(signingUrl).sign();
    const isCompleted = async () => (await api.get(`${request}/status`)).body.status === 'completed';
    await until('the request is completed', isCompleted, { longestMs: LONGEST_MS });
    return performance.now() - started;
  };
  const times: number[] = [];
  while (times.length < seals) times.push(await seal().catch(() => Number.POSITIVE_INFINITY));
  return times.sort((a, b) => a - b);
}
