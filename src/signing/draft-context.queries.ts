import { type EntityManager } from 'typeorm';
import { pageBrandOf } from '../brands/brand.queries.js';
import { notFound } from '../common/errors.js';
import { emailKey } from '../common/validation/email.decorator.js';
import { organizationName } from '../organizations/organization.queries.js';
import { databaseTime } from '../platform/database/database-time.js';
import { fieldsOf, signerFor } from '../signatures/document-fields.service.js';
import { type SendDetails, toConfiguration } from '../signatures/domain/send-details.js';
import { getDraft, type RequestKey } from '../signatures/live-request.queries.js';
import { carriesSignatures } from '../signatures/signature-document.entity.js';
import { findDocument } from '../signatures/signature-document.queries.js';
import { type Signature } from '../signatures/signature.entity.js';
import { Signer } from '../signatures/signer.entity.js';
import { sheetsOf } from './domain/sheets.js';
import { type SigningContext } from './domain/signing-context.js';

/** Nobody has been asked for anything yet. */
const UNTOUCHED = {
  token: '',
  linkVoidReason: null,
  isPastDeadline: false,
  isCodeVerified: false,
  isOpened: true,
  verificationId: null,
  sessionUrl: null,
  verificationsBegun: 0,
  verifiedName: null,
  picture: null,
  handedOverTo: null,
} as const;

/**
 * What a signer of a draft would see if it were sent with `details` now. There are no signers and no links yet: the signers'
 * ids are their places, and the token is empty.
 * @param place - of the signer in `details`, from 1 @throws AppError 404, also for a place without signer; 400 `not_a_draft`
 */
export async function draftContext(
  manager: EntityManager,
  key: RequestKey,
  details: SendDetails,
  place: number,
): Promise<SigningContext> {
  const draft = await getDraft(manager, key);
  const signature = { ...draft, ...toConfiguration(draft, details) };
  const signers = futureSigners(manager, signature, details);
  const signer = signers[place - 1];
  if (!signer) throw notFound('Signer');
  const fields = await fieldsOf(manager, draft);
  const document = await findDocument(manager, draft, 'presented');
  return {
    ...UNTOUCHED,
    handOvers: [],
    earlier: [],
    signature,
    signer,
    signers,
    fields: fields
      .filter((field) => signerFor(field, signers) === signer)
      .sort((a, b) => a.page - b.page || a.id - b.id),
    organizationName: await organizationName(manager, key.organizationId),
    brand: await pageBrandOf(manager, key.organizationId),
    documentSha256: document?.sha256.toString('hex') ?? null,
    sheets: document ? sheetsOf(document) : [],
    carriesSignatures: document !== null && carriesSignatures(document),
    now: await databaseTime(manager),
    identity: details.requireVerification ? 'to_begin' : 'not_required',
  };
}

function futureSigners(
  manager: EntityManager,
  { id: signatureId, organizationId }: Signature,
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
