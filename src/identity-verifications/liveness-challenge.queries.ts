import { type EntityManager } from 'typeorm';

type ChallengeKey = { organizationId: number; id: number };

/** A challenge by the database's clock. */
export interface ChallengeClock {
  /** Milliseconds since it began. */
  elapsedMs: number;
  /** Its time is up. */
  isOver: boolean;
  /** The number of its stored frames. */
  frames: number;
}

const CLOCK = `
  select (extract(epoch from app_now() - c.created_at) * 1000)::int as "elapsedMs",
    c.expires_at <= app_now() as "isOver",
    (select count(*)::int from identity_liveness_frames f
      where f.organization_id = c.organization_id and f.challenge_id = c.id) as frames
  from identity_liveness_challenges c where c.organization_id = $1 and c.id = $2`;

export async function challengeClock(
  manager: EntityManager,
  { organizationId, id }: ChallengeKey,
): Promise<ChallengeClock> {
  const [clock] = await manager.query<ChallengeClock[]>(CLOCK, [organizationId, id]);
  return clock!;
}

const FORGET = `
  update identity_liveness_challenges set verdict = verdict - '{gates,selfieFrame,descriptorFrames}'::text[]
  where organization_id = $1 and verification_id = $2`;

/** Removes the face measurements from a verification's challenges, but keeps whether each was passed. */
export async function forgetMeasurements(
  tx: EntityManager,
  { organizationId, verificationId }: { organizationId: number; verificationId: number },
): Promise<void> {
  await tx.query(FORGET, [organizationId, verificationId]);
}
