import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { callFacts, type Principal } from '../auth/principal.js';
import { type FieldError, invalid, refused } from '../common/errors.js';
import { plainLine } from '../common/plain-line.js';
import { parseDeadline } from '../common/timestamps.js';
import { emailKey } from '../common/validation/email.decorator.js';
import { Transactions } from '../platform/database/transactions.js';
import { DocumentFields } from './document-fields.service.js';
import { TypesetDocuments, type KeptDocument } from './typeset-documents.service.js';
import { LINK_RETURNING_TYPES } from './domain/signature.state.js';
import { type SendSignatureDto, type SendSignerDto } from './http/dto/send-signature.dto.js';
import { type SentSignatureDto } from './http/dto/signature-response.dto.js';
import { toSentSignature } from './http/signature.mapper.js';
import { RequestDispatcher } from './request-dispatcher.service.js';
import { RequestLifecycle } from './request-lifecycle.service.js';
import { notADraft } from './signature.errors.js';
import { Signature } from './signature.entity.js';
import { lockSignature, signersOf } from './live-request.queries.js';
import { Signer } from './signer.entity.js';
import { SignerLinks } from './signer-links.service.js';

/** Takes a draft to its signers, at once or at its scheduled time. */
@Injectable()
export class SendingService {
  constructor(
    private readonly transactions: Transactions,
    private readonly documents: TypesetDocuments,
    private readonly fields: DocumentFields,
    private readonly dispatcher: RequestDispatcher,
    private readonly lifecycle: RequestLifecycle,
    private readonly links: SignerLinks,
  ) {}

  /** @throws AppError 400 for duplicate addresses, deadlines that have passed, or what is no draft; 404 */
  async send(caller: Principal, id: number, input: SendSignatureDto): Promise<SentSignatureDto> {
    assertDistinct(input.signers);
    const typeset = await this.documents.typesetWhereMissing(caller.organizationId, id, input);
    return this.documents.keepOrDiscard(typeset, () =>
      this.transactions.run((tx) => this.sendLocked(tx, { caller, id, input, typeset })),
    );
  }

  private async sendLocked(
    tx: EntityManager,
    { caller, id, input, typeset }: Sending,
  ): Promise<SentSignatureDto> {
    const draft = await lockSignature(tx, caller.organizationId, id);
    if (draft.status !== 'draft') throw notADraft();
    if (draft.type === 'self_signed' && input.signers.length !== 1) {
      throw invalid({ field: 'signers', message: 'a self_signed request has exactly one signer' });
    }
    if (typeset) await this.documents.attach(tx, draft, typeset, callFacts(caller));
    await this.configure(tx, draft, input);
    await tx.insert(
      Signer,
      input.signers.map((signer) => newSigner(draft, signer)),
    );
    const signers = await signersOf(tx, draft);
    await this.fields.assign(tx, draft, signers);
    await this.links.issue(tx, signers);
    const sent =
      input.scheduledDate === undefined
        ? await this.dispatcher.dispatch(tx, draft, callFacts(caller))
        : await this.lifecycle.move(tx, draft, 'scheduled', callFacts(caller));
    return this.answer(tx, sent, signers);
  }

  private async configure(tx: EntityManager, draft: Signature, input: SendSignatureDto): Promise<void> {
    const { id, organizationId } = draft;
    await tx.update(
      Signature,
      { id, organizationId },
      {
        subject: input.subject ?? '',
        messageContent: input.messageContent ?? '',
        senderName: input.senderName || draft.senderName,
        expiresDate: deadline(input.expiresDate),
        scheduledDate: deadline(input.scheduledDate),
        ccOnComplete: distinctAddresses(input.ccOnComplete ?? []),
        requireVerification: input.requireVerification ?? false,
        categoryId: input.categoryId ?? null,
        remindEvery: input.remindEvery ?? null,
      },
    );
    await assertDeadlinesAhead(tx, draft);
  }

  private async answer(tx: EntityManager, sent: Signature, signers: Signer[]): Promise<SentSignatureDto> {
    const { organizationId, id, type } = sent;
    const links = LINK_RETURNING_TYPES.includes(type)
      ? await this.links.ofSignature(tx, organizationId, id)
      : [];
    return toSentSignature(
      sent,
      signers,
      new Map(links.map((link) => [link.signerId, this.links.addressOf(link)])),
    );
  }
}

interface Sending {
  caller: Principal;
  id: number;
  input: SendSignatureDto;
  typeset: KeptDocument | null;
}

const deadline = (text: string | undefined) => (text === undefined ? null : parseDeadline(text));

function newSigner({ organizationId, id }: Signature, { email, name, order }: SendSignerDto) {
  return {
    organizationId,
    signatureId: id,
    email,
    emailKey: emailKey(email),
    name: plainLine(name ?? '') || null,
    order: order ?? 0,
  };
}

function distinctAddresses(addresses: string[]): string[] {
  return [...new Map(addresses.map((address) => [emailKey(address), address])).values()];
}

/** @throws AppError 400 naming each address that repeats an earlier one */
function assertDistinct(signers: SendSignerDto[]): void {
  const seen = new Set<string>();
  const details: FieldError[] = [];
  for (const [index, { email }] of signers.entries()) {
    const field = `signers[${index}].email`;
    if (seen.has(emailKey(email)))
      details.push({ field, message: `${field} repeats an earlier signer's e-mail` });
    seen.add(emailKey(email));
  }
  if (details.length > 0) throw invalid(...details);
}

/** Compared by the database's clock, like every deadline. @throws AppError 400 naming the field */
async function assertDeadlinesAhead(tx: EntityManager, { id, organizationId }: Signature): Promise<void> {
  const [row] = await tx.query<[Record<'expiresPast' | 'scheduledPast' | 'scheduledLate', boolean>]>(
    `select coalesce(expires_date <= app_now(), false) as "expiresPast",
      coalesce(scheduled_date <= app_now(), false) as "scheduledPast",
      coalesce(scheduled_date >= expires_date, false) as "scheduledLate"
      from signatures where id = $1 and organization_id = $2`,
    [id, organizationId],
  );
  if (row.expiresPast) throw invalid({ field: 'expiresDate', message: 'expiresDate must lie in the future' });
  if (row.scheduledPast)
    throw invalid({ field: 'scheduledDate', message: 'scheduledDate must lie in the future' });
  if (row.scheduledLate) throw refused('scheduled_after_expiry', 'scheduledDate must lie before expiresDate');
}
