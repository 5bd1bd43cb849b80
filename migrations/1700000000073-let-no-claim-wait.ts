import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * A claim that would have to wait for a lane gives up. SKIP LOCKED does not skip everything: where another transaction has
 * changed a lane and committed just as the claim looked at it, and a third has locked the new version already, PostgreSQL
 * waits for the third ("while locking updated version of tuple"). That one may wait for a lane that the claim has locked,
 * and PostgreSQL would end either of them, after `deadlock_timeout`, a second by default.
 */
export class LetNoClaimWait1700000000073 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter function ${CLAIM} set lock_timeout = '100ms'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter function ${CLAIM} reset lock_timeout`);
  }
}

const CLAIM = `claim_jobs(text[], integer[], integer[], integer[], bigint[], integer[], boolean[], double precision,
  integer, integer, uuid)`;
