import { type EntityManager } from 'typeorm';
import { pageBrandOf } from '../brands/brand.queries.js';
import { notFound } from '../common/errors.js';
import { emailKey } from '../common/validation/email.decorator.js';
import { organizationName } from '../organizations/organization.queries.js';
import { databaseTime } from '../platform/database/database-time.js';
import { fieldsOf, signerFor } from '../signatures/documents/document-fields.js';
import { type SendDetails, toConfiguration } from '../signatures/domain/send-details.js';
import { getDraft, type RequestKey } from '../signatures/live-request.queries.js';
import { Recipient } from '../signatures/recipients/recipient.entity.js';
import { Signer } from '../signatures/signers/signer.entity.js';
import { type SigningContext } from './domain/signing-context.js';
import { documentFacts } from './presented-document.queries.js';

export { type RequestKey };

/** The state of a request that has not been sent. */
const UNTOUCHED = {
  token: '',
  linkVoidReason: null,
  isPastDeadline: false,
  isCodeVerified: false,
  isOpened: true,
  hasReviewers: false,
  verificationId: null,
  sessionUrl: null,
  verificationsBegun: 0,
  verifiedName: null,
  picture: null,
  files: [],
  handedOverTo: null,
} as const;

/**
 * The context of a signer if the draft were sent with `details` now. There are no signers or links yet: the ids are
 * the signers' places, and the token is empty.
 * @param place - of the signer in `details`, from 1
 * @param formOf - reads the draft's form, if it has one
 * @throws AppError 404, also for a place without a signer; 400 `not_a_draft`
 */
export async function draftContext(
  manager: EntityManager,
  key: RequestKey,
  { details, place }: { details: SendDetails; place: number },
  formOf: (
    manager: EntityManager,
    draft: SigningContext['signature'],
    signers: readonly Signer[],
  ) => Promise<SigningContext['form']>,
): Promise<SigningContext> {
  const draft = await getDraft(manager, key);
  const signature = { ...draft, ...toConfiguration(draft, details) };
  const signers = futureSigners(manager, signature, details);
  const signer = signers[place - 1];
  if (!signer) throw notFound('Signer');
  const fields = await fieldsOf(manager, draft);
  return {
    ...UNTOUCHED,
    handOvers: [],
    earlier: [],
    signature,
    signer,
    signers,
    recipients: futureRecipients(manager, signature, details),
    fields: fields
      .filter((field) => signerFor(field, signers) === signer)
      .sort((a, b) => a.document - b.document || a.page - b.page || a.id - b.id),
    organizationName: await organizationName(manager, key.organizationId),
    brand: await pageBrandOf(manager, key.organizationId),
    form: await formOf(manager, draft, signers),
    ...(await documentFacts(manager, draft)),
    now: await databaseTime(manager),
    identity: details.requireVerification ? 'to_begin' : 'not_required',
  };
}

function futureSigners(
  manager: EntityManager,
  { id: signatureId, organizationId }: SigningContext['signature'],
  { signers }: SendDetails,
): Signer[] {
  return signers.map((signer, index) =>
    manager.create(Signer, {
      ...signer,
      id: index + 1,
      organizationId,
      signatureId,
      emailKey: emailKey(signer.email),
      status: 'pending',
      screenRepeatedAt: null,
      signedAt: null,
      verifiedName: null,
    }),
  );
}

function futureRecipients(
  manager: EntityManager,
  { id: signatureId, organizationId }: SigningContext['signature'],
  { recipients }: SendDetails,
): Recipient[] {
  return recipients.map((recipient, index) =>
    manager.create(Recipient, {
      ...recipient,
      ...{ id: index + 1, organizationId, signatureId, emailKey: emailKey(recipient.email) },
      status: 'pending',
    }),
  );
}
