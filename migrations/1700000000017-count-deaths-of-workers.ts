import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Deaths of workers are counted apart from attempts: a restart must not use up the attempts of what it interrupts. */
export class CountDeathsOfWorkers1700000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs add deaths integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs drop deaths');
  }
}
