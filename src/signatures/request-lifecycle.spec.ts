import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statusWritesIn as writesOf } from '../../test/support/status-writes.js';
import { PROJECT_ROOT } from '../platform/config/paths.js';

const STATUS = {
  entities: ['Signature', 'Signer'],
  tables: ['signatures', 'signature_signers'],
  column: 'status',
};
const LIFECYCLE = 'src/signatures/request-lifecycle.ts';
/** Not bench, which seeds many requests in every status with one statement, into its own database. */
const FOLDERS = ['src', 'scripts', 'migrations'];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?ts$|\.mjs$/.test(name) && !name.endsWith('.spec.ts'))
    .map((name) => `${folder}/${name}`),
);
const statusWritesIn = (source: string) => writesOf(source, STATUS);
const writesIn = (path: string) => statusWritesIn(readFileSync(join(PROJECT_ROOT, path), 'utf8'));

describe('status of requests and signers', () => {
  it('writes the status in the lifecycle and in no other file', () => {
    expect(sources.filter((path) => writesIn(path).length > 0)).toEqual([LIFECYCLE]);
  });

  it.each([
    "tx.update(Signature, { id }, { status: 'expired' })",
    "tx.update(Signer, { id }, { signedAt: () => 'app_now()', 'status': 'signed' })",
    'tx.update(Signature, { id }, changes)',
    'manager.update(Signer, { id }, { ...changes, mark })',
    'tx.update(Signature, { id }, { [column]: value })',
    'tx.save(Signature, request)',
    'tx.upsert(Signer, rows, keys)',
    "tx.insert(Signer, { email, status: 'signed' })",
    'dataSource.getRepository(Signature)',
    "tx.createQueryBuilder().update(Signer).set({ status: 'signed' })",
    'tx.query("update signatures set status = $1 where id = $2")',
    "tx.query(`update signature_signers g set signed_at = app_now(), status = 'signed' from signatures s`)",
    'tx.query(`UPDATE signatures SET ${columns} WHERE id = $1`)',
    "tx.query(`with moved as (update signatures set status='completed' where id = $1 returning id) select 1`)",
    'tx.query(`insert into signatures (id, status) values ($1, $2)`)',
    'tx.query(`insert into signature_signers (id) values ($1) on conflict (id) do update set status = $2`)',
    'tx.query(`merge into signatures using moves on true when matched then update set status = $1`)',
  ])('detects a write of the status by %s', (source) => {
    expect(statusWritesIn(source)).not.toEqual([]);
  });

  it.each([
    "tx.update(Signature, { id, status: 'draft' }, { documentStatus: 'ready' })",
    "tx.update(Signer, { id }, { codeVerifiedAt: () => 'app_now()' })",
    "tx.update(IdentityVerification, { id }, { status: 'completed' })",
    'tx.query("update signatures set document_status = $1 where status = $2")',
    'tx.query("select status from signatures where status = $1")',
    'tx.query("update webhook_deliveries set status = $1")',
  ])('detects no write of the status by %s', (source) => {
    expect(statusWritesIn(source)).toEqual([]);
  });
});
