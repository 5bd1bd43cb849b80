import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * People who approve or read a request, or get a copy of it, and their links. No row here lets anyone sign: signers and
 * their links stay in tables of their own.
 */
export class AddRecipients1700000000150 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table request_recipients (
        organization_id bigint not null references organizations,
        signature_id bigint not null references signatures,
        id bigint not null generated always as identity,
        email text not null,
        email_key text not null,
        name text,
        locale text,
        action text not null check (action in ('approve', 'view', 'copy')),
        turn_order integer check (turn_order >= 0),
        told_when text not null check (told_when in ('sent', 'turn', 'completed')),
        required boolean not null,
        separate_approver boolean not null,
        added_later boolean not null default false,
        status text not null default 'pending',
        told_at timestamptz(3),
        acted_at timestamptz(3),
        screen_repeated_at timestamptz(3),
        rejection_reason text,
        removed_at timestamptz(3),
        primary key (organization_id, signature_id, id),
        check (status in ('pending', case action when 'approve' then 'approved' when 'view' then 'viewed' else 'told' end)
          or (status = 'rejected' and action = 'approve')),
        check ((status = 'pending') = (acted_at is null)),
        check (rejection_reason is null or status = 'rejected'),
        check (action = 'view' or required = (action = 'approve'))
      );
      create unique index request_recipients_once on request_recipients (organization_id, signature_id, email_key, action)
        where removed_at is null;
      create index request_recipients_by_address on request_recipients (organization_id, email_key);

      create table recipient_links (
        organization_id bigint not null,
        signature_id bigint not null,
        recipient_id bigint not null,
        id bigint not null generated always as identity,
        token_hash bytea not null unique check (length(token_hash) = 32),
        token_sealed text not null,
        created_at timestamptz(3) not null default app_now(),
        voided_at timestamptz(3),
        void_reason text check (void_reason in ('cancelled', 'replaced', 'removed')),
        primary key (organization_id, id),
        foreign key (organization_id, signature_id, recipient_id) references request_recipients,
        check ((voided_at is null) = (void_reason is null))
      );
      create unique index recipient_links_one_valid on recipient_links (organization_id, signature_id, recipient_id)
        where voided_at is null;
      create index recipient_links_by_recipient on recipient_links (organization_id, signature_id, recipient_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table recipient_links; drop table request_recipients;');
  }
}
