import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Events find what they are about, so that it can be erased, and those of verifications that were erased before lose
 * their data now. The new column takes no time; the index reads each event once.
 */
export class EraseEvents1700000000053 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_events add erased_at timestamptz(3);
      create index webhook_events_by_subject on webhook_events (organization_id, subject_kind, subject_id)
        where subject_id is not null;

      update webhook_events v set erased_at = i.media_erased_at,
        body = convert_to('{"webhookId":"' || v.id || '","event":"' || v.type || '","createdAt":"'
          || to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","organizationId":'
          || v.organization_id || ',"data":{"id":' || v.subject_id || ',"erased":true,"erasedAt":"'
          || to_char(i.media_erased_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}}', 'UTF8')
      from identity_verifications i
      where i.media_erased_at is not null and v.organization_id = i.organization_id
        and v.subject_kind = 'identity_verification' and v.subject_id = i.id;

      update webhook_attempts a set response_headers = '{}', response_body = case when a.response_body = '' then '' else 'erased' end
      from identity_verifications i
        join webhook_deliveries d on d.organization_id = i.organization_id and d.subject_kind = 'identity_verification'
          and d.subject_id = i.id
      where i.media_erased_at is not null and a.organization_id = d.organization_id and a.delivery_id = d.id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index webhook_events_by_subject; alter table webhook_events drop erased_at');
  }
}
