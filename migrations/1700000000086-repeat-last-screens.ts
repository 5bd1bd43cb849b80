import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** When a signer was last shown the last screen again, because somebody else had signed meanwhile. */
export class RepeatLastScreens1700000000086 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table signature_signers add screen_repeated_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table signature_signers drop screen_repeated_at');
  }
}
