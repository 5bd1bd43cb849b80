import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type SignerKey } from '../signatures/signers/signer.entity.js';

export const CODE_MINUTES = 10;
export const RESEND_SECONDS = 60;

/** The signer's only code. Times are compared with the database's clock. */
export interface CodeRow {
  /** Null until the mail is sent, and again once the code has been used. */
  codeHash: Buffer | null;
  tries: number;
  isExpired: boolean;
  /** Requested less than RESEND_SECONDS ago. */
  isFresh: boolean;
}

const FIND = `
  select code_hash as "codeHash", tries, coalesce(expires_at <= app_now(), false) as "isExpired",
    requested_at > app_now() - interval '${RESEND_SECONDS} seconds' as "isFresh"
  from signer_codes where organization_id = $1 and signer_id = $2`;

const REQUEST = `
  insert into signer_codes (organization_id, signer_id) values ($1, $2)
  on conflict (signer_id) do update set
    request = signer_codes.request + 1, requested_at = app_now(), code_hash = null, expires_at = null, tries = 0
  returning request`;

const ISSUE = `
  update signer_codes set code_hash = $4, expires_at = app_now() + interval '${CODE_MINUTES} minutes'
  where organization_id = $1 and signer_id = $2 and request = $3 returning 1`;

const MISS = 'update signer_codes set tries = tries + 1 where organization_id = $1 and signer_id = $2';

const REDEEM = `
  update signer_codes set code_hash = null, expires_at = null, browser_hash = $3
  where organization_id = $1 and signer_id = $2`;

const FORGET = 'delete from signer_codes where organization_id = $1 and signer_id = $2';

/** SQL on one-time codes. Callers hold the lock on the signer's row, except for `find` on a page. */
@Injectable()
export class OneTimeCodeQueries {
  async find(manager: EntityManager, { organizationId, id }: SignerKey): Promise<CodeRow | null> {
    const rows = await manager.query<CodeRow[]>(FIND, [organizationId, id]);
    return rows[0] ?? null;
  }

  /** Voids the previous code. @returns the number of the new request */
  async request(tx: EntityManager, { organizationId, id }: SignerKey): Promise<number> {
    const rows = await tx.query<{ request: number }[]>(REQUEST, [organizationId, id]);
    return rows[0]!.request;
  }

  /** Stores the code of the request, valid from now on. @returns false if a newer request has replaced it */
  async issue(tx: EntityManager, key: SignerKey & { request: number }, codeHash: Buffer): Promise<boolean> {
    const values = [key.organizationId, key.id, key.request, codeHash];
    const [, affected] = await tx.query<[unknown[], number]>(ISSUE, values);
    return affected === 1;
  }

  /** Voids the code, and the trust in any browser that entered one. */
  async forget(tx: EntityManager, { organizationId, id }: SignerKey): Promise<void> {
    await tx.query(FORGET, [organizationId, id]);
  }

  async miss(tx: EntityManager, { organizationId, id }: SignerKey): Promise<void> {
    await tx.query(MISS, [organizationId, id]);
  }

  /** Consumes the code and trusts the browser that entered it. */
  async redeem(tx: EntityManager, { organizationId, id }: SignerKey, browserHash: Buffer): Promise<void> {
    await tx.query(REDEEM, [organizationId, id, browserHash]);
  }
}
