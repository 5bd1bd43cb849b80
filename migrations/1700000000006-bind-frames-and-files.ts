import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** When frames were answered, and which came before; every stored file by name, so that those of no row are found. */
export class BindFramesAndFiles1700000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from identity_liveness_frames where challenge_id is null;
      alter table identity_liveness_frames
        alter column challenge_id set not null,
        add column answered_ms integer,
        drop constraint identity_liveness_frames_number_check,
        add constraint identity_liveness_frames_number_check check (number between 1 and 180);
      create index identity_liveness_frames_by_picture on identity_liveness_frames (organization_id, sha256);

      create view stored_files as
        select organization_id, storage_key from signature_documents
        union all select organization_id, storage_key from identity_verification_images where storage_key is not null
        union all select organization_id, storage_key from identity_liveness_frames where storage_key is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view stored_files;
      drop index identity_liveness_frames_by_picture;
      delete from identity_liveness_frames where number > 120;
      alter table identity_liveness_frames
        alter column challenge_id drop not null,
        drop column answered_ms,
        drop constraint identity_liveness_frames_number_check,
        add constraint identity_liveness_frames_number_check check (number between 1 and 120);
    `);
  }
}
