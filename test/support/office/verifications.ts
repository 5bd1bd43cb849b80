import { type SharedTestApp, type TestOrganization } from '../app.js';
import { type DashboardMember } from '../dashboard-member.js';
import { renderPassport } from '../passport-renderer.js';
import { caseWithFace, caseWithoutPictures, caseWithPassport, reviewing } from '../review-cases.js';
import { beginVerification } from '../verifications.js';

/** Ids of verifications, one in each state. */
export interface VerificationsOfOffice {
  pending: number;
  expired: number;
  /** Decided by the service. */
  approved: number;
  /** A reviewer rejected it, with a note. */
  rejected: number;
  /** Waits for a reviewer, with document, face and film. */
  faced: number;
  /** Waits for a reviewer, with a document. */
  waiting: number;
  /** Waits for a reviewer without pictures. */
  unpictured: number;
  /** A colleague is looking at it. */
  held: number;
}

const MANY = `
  insert into identity_verifications (organization_id, short_form, email, first_name, last_name, full_name, document_type,
    verification_method, token_hash, token_sealed, expires_at, created_at)
  select $1, false, 'malgorzata.kowalczyk-' || n || '@people.test', 'Małgorzata', 'Kowalczyk-Wiśniewska',
    'Małgorzata Kowalczyk-Wiśniewska', 'passport', 'combined', sha256(n::text::bytea), 'sealed',
    app_now() + interval '1 day', app_now() - n * interval '3 hours'
  from generate_series(1, 60) n`;

export async function makeVerifications(
  test: SharedTestApp,
  acme: TestOrganization,
  { reviewer, colleague }: { reviewer: DashboardMember; colleague: DashboardMember },
): Promise<VerificationsOfOffice> {
  const approved = await beginVerification(test, acme);
  await approved.sendPhoto(await renderPassport({}, { background: 'desk' }));
  const rejected = await caseWithPassport(test, acme, { firstName: 'Joan' });
  await reviewing.open(reviewer, rejected);
  await reviewing.reject(reviewer, rejected);
  const note = 'Called the bank: the person was there twice, with two names.';
  await reviewing.post(reviewer, rejected, 'notes', { note });
  const held = await caseWithoutPictures(test, acme, { firstName: 'Wanda' });
  await reviewing.open(colleague, held);
  const expired = await beginVerification(test, acme);
  await test.dataSource.query("update identity_verifications set state = 'expired' where id = $1", [
    expired.id,
  ]);
  await test.dataSource.query(MANY, [acme.organizationId]);
  return {
    pending: (await beginVerification(test, acme, { firstName: 'Zażółć' })).id,
    expired: expired.id,
    approved: approved.id,
    rejected: rejected.id,
    faced: (await caseWithFace(test, acme, { firstName: 'Anna Maria', lastName: 'Erikson' })).id,
    waiting: (await caseWithPassport(test, acme)).id,
    unpictured: (await caseWithoutPictures(test, acme, { firstName: 'Łucja' })).id,
    held: held.id,
  };
}
