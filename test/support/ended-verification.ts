import { randomBytes } from 'node:crypto';
import { IdentityVerification } from '../../src/identity-verifications/identity-verification.entity.js';
import { KnownIdentity } from '../../src/identity-verifications/known-identity.entity.js';
import { LivenessChallenge } from '../../src/identity-verifications/liveness-challenge.entity.js';
import { LivenessFrame } from '../../src/identity-verifications/liveness-frame.entity.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { type SharedTestApp, type TestOrganization } from './app.js';
import { beginVerification, type TestVerification } from './verifications.js';

/** At most as many frames as one challenge has. */
const PER_CHALLENGE = 180;

/** A verification that has expired, with frames of challenges that were never filmed, and a known identity. */
export async function endedWithFrames(
  test: SharedTestApp,
  owner: TestOrganization,
  frames: number,
): Promise<{ session: TestVerification; keys: string[] }> {
  const { manager } = test.dataSource;
  const { organizationId } = owner;
  const session = await beginVerification(test, owner);
  const of = { organizationId, verificationId: session.id };
  const keys: string[] = [];
  for (let attempt = 1; keys.length < frames; attempt++) {
    const steps = ['straight_ahead', 'turn_left', 'turn_right'] as LivenessChallenge['steps'];
    const nonceHash = randomBytes(32);
    const challenge = { ...of, attempt, round: 1, nonceHash, steps, state: 'failed' as const };
    const { identifiers } = await manager.insert(LivenessChallenge, {
      ...challenge,
      expiresAt: () => 'app_now()',
    });
    const challengeId = Number(identifiers[0]!.id);
    for (let number = 1; number <= PER_CHALLENGE && keys.length < frames; number++) {
      const storageKey = await test.app.get(FileStore).put(organizationId, Buffer.from(`frame ${number}`));
      keys.push(storageKey);
      const seen = { receivedMs: number, answeredMs: number, sha256: randomBytes(32) };
      const observationSealed = randomBytes(64);
      await manager.insert(LivenessFrame, {
        ...{ ...of, challengeId, number, storageKey, observationSealed },
        ...seen,
      });
    }
  }
  await manager.insert(KnownIdentity, { ...of, documentHash: randomBytes(32), faceSealed: null });
  await manager.update(IdentityVerification, { id: session.id, organizationId }, { state: 'expired' });
  return { session, keys };
}
