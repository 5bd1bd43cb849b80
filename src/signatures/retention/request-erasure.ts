import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type ChainedEvent } from '../../audit-chain/audit-chain.js';
import { canonicalJson } from '../../audit-chain/canonical-json.js';
import { ERASED } from '../../audit-chain/hand-over.js';
import { type Mentions } from '../../common/mentions.js';
import { type PersonKey } from '../../common/person-key.js';
import { Transactions } from '../../platform/database/transactions.js';
import { DocumentField } from '../documents/document-field.entity.js';
import { type FurtherDocument } from '../documents/further-document.entity.js';
import { furtherDocuments } from '../documents/request-documents.queries.js';
import { DOCUMENT_KINDS } from '../documents/signature-document.entity.js';
import { hasEnded } from '../domain/signature.state.js';
import { findFormRow } from '../form/form-fields.js';
import { getAnyRequest, signersOf } from '../live-request.queries.js';
import { everyRecipientOf } from '../recipients/recipient.queries.js';
import { SendPlan } from '../send-plan.entity.js';
import { type Signature } from '../signature.entity.js';
import { SignatureAudit, toChainedEvent } from '../signature-audit.js';
import { type PersonTraces, remainsOf, tracesOf } from './domain/person-traces.js';
import { findRequestsOf, type RequestTexts } from './internal/person-requests.queries.js';
import { RequestContents } from './internal/request-contents.js';

/** `open`: the request has not ended, so nothing is erased. `none`: it has no data about the person. */
export type RequestErasureOutcome = 'erased' | 'open' | 'none';

/** A person's data in a request. */
interface Found {
  request: Signature;
  trail: ChainedEvent[];
  traces: PersonTraces;
  /** The data left of the events that name the person. */
  remains: Map<number, ChainedEvent['data']>;
  texts: RequestTexts;
  /** Gets a copy, has a field or a role of a form, or is a signer in a draft's plan. */
  isPlanned: boolean;
  /** A document after the first has a name that goes. */
  isRenamed: boolean;
}

/**
 * Erases a person from a request that has ended. The audit trail keeps its hashes, with a tombstone for erased data
 * (docs/adr/0031-erasing-people.md).
 */
@Injectable()
export class RequestErasure {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly audit: SignatureAudit,
    private readonly contents: RequestContents,
  ) {}

  /** Ids of requests that may name the person. */
  async candidates(person: PersonKey): Promise<number[]> {
    const found = await findRequestsOf(this.dataSource.manager, person);
    return found.map(({ id }) => id);
  }

  /** What `erase` would do. */
  async examine(person: PersonKey, signatureId: number): Promise<RequestErasureOutcome> {
    const found = await this.find(this.dataSource.manager, person, signatureId);
    return outcomeOf(found);
  }

  /** One request per transaction, so the next call finishes what a crash interrupted. Idempotent. */
  async erase(person: PersonKey, signatureId: number): Promise<RequestErasureOutcome> {
    return this.transactions.run(async (tx) => {
      const found = await this.find(tx, person, signatureId, true);
      const outcome = outcomeOf(found);
      if (outcome === 'erased') await this.eraseFound(tx, person, found);
      return outcome;
    });
  }

  private eraseFound(
    tx: EntityManager,
    { email }: PersonKey,
    { request, trail, traces, remains, texts }: Found,
  ): Promise<void> {
    const { signerIds, recipientIds, own } = traces;
    // The certificate names everyone involved in the request; the documents name only those who signed.
    const isSigner =
      signerIds.length > 0 || trail.some(({ number, signerId }) => signerId !== null && own.has(number));
    const kinds = isSigner ? DOCUMENT_KINDS : (['certificate'] as const);
    return this.contents.take(tx, request, { email, signerIds, recipientIds, kinds, texts, trail, remains });
  }

  private async find(
    manager: EntityManager,
    person: PersonKey,
    signatureId: number,
    lock = false,
  ): Promise<Found> {
    const { organizationId, email } = person;
    const request = await getAnyRequest(manager, { organizationId, signatureId }, { lock });
    const signers = await signersOf(manager, request);
    const trail = (await this.audit.trail(manager, organizationId, signatureId)).map(toChainedEvent);
    const recipients = await everyRecipientOf(manager, request);
    const traces = tracesOf(email, { signers, recipients }, trail);
    const named = trail.filter((event) => traces.mentions(event));
    const remains = new Map(
      named.flatMap((event): [number, ChainedEvent['data']][] => {
        const left = remainsOf(event, traces);
        return canonicalJson(left) === canonicalJson(event.data) ? [] : [[event.number, left]];
      }),
    );
    const isPart = traces.signerIds.length + traces.recipientIds.length > 0 || traces.own.size > 0;
    const further = await furtherDocuments(manager, request);
    const texts = textsWithout(request, further, traces.words, isPart);
    const fields = await manager.findBy(DocumentField, { organizationId, signatureId });
    const form = await findFormRow(manager, request);
    const plan = await manager.findOneBy(SendPlan, { organizationId, signatureId });
    const planned = [
      request.ccOnComplete,
      plan?.plan,
      plan?.unfinished,
      fields.map(({ signerEmail }) => signerEmail),
      form?.roleEmails,
    ];
    const isRenamed = further.some(({ id, name }) => texts.furtherNames.get(id) !== name);
    return {
      ...{ request, trail, traces, remains, texts, isRenamed },
      isPlanned: traces.words.isIn(planned),
    };
  }
}

function outcomeOf({ request, traces, remains, texts, isPlanned, isRenamed }: Found): RequestErasureOutcome {
  const isNamed =
    traces.signerIds.length > 0 ||
    traces.recipientIds.length > 0 ||
    remains.size > 0 ||
    isPlanned ||
    isRenamed ||
    TEXTS.some((name) => texts[name] !== request[name]);
  if (!isNamed) return 'none';
  return hasEnded(request) ? 'erased' : 'open';
}

const TEXTS = [
  'senderName',
  'subject',
  'messageContent',
  'originalDocumentName',
  'cancellationReason',
] as const;

/** Texts written to the person as a signer or a recipient are erased; other texts only where they name the person. */
function textsWithout(
  { senderName, subject, messageContent, originalDocumentName, cancellationReason }: Signature,
  further: readonly FurtherDocument[],
  words: Mentions,
  isPart: boolean,
): RequestTexts {
  const goes = (text: string) => isPart || words.isIn(text);
  return {
    senderName: words.isIn(senderName) ? ERASED : senderName,
    subject: goes(subject) ? '' : subject,
    messageContent: goes(messageContent) ? '' : messageContent,
    originalDocumentName: goes(originalDocumentName) ? ERASED : originalDocumentName,
    cancellationReason: goes(cancellationReason ?? '') ? null : cancellationReason,
    furtherNames: new Map(further.map(({ id, name }) => [id, goes(name) ? ERASED : name])),
  };
}
