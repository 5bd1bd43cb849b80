import { Injectable } from '@nestjs/common';
import { nearestLocale } from '../platform/templates/locales.js';
import { TemplateRenderer } from '../platform/templates/template-renderer.js';
import { markRecipientScreenRepeated } from '../signatures/recipients/recipient.queries.js';
import { RequestLifecycle } from '../signatures/request-lifecycle.js';
import { approvalOf } from './consent.js';
import { type PostedFields } from './domain/posted-fields.js';
import { type ReaderContext } from './domain/reader-context.js';
import { mayConfirm, mayDecide } from './domain/reader-step.policy.js';
import { mustSeeAgain, nothingShown, repeatedAt, shownBefore } from './domain/shown.js';
import { localeOfVisit } from './domain/signer-language.js';
import { type Visit } from './domain/visit.js';
import { ReaderAccess } from './reader-access.js';
import { documentsIn } from './signing.service.js';
import { visitFacts } from './signing-access.js';

/** The outcome of approving, or of confirming to have read the document. */
export type ReaderOutcome =
  | 'done'
  /** The statement was not agreed to. */
  | 'not_agreed'
  /** Others have signed since the reader saw the document. */
  | 'outdated';

/** Approvals, refusals and confirmations. Each reads everything again under the request's lock. */
@Injectable()
export class ReaderService {
  constructor(
    private readonly access: ReaderAccess,
    private readonly lifecycle: RequestLifecycle,
    private readonly templates: TemplateRenderer,
  ) {}

  /** @returns null if an obstacle prevents it: already approved, cancelled, expired … */
  async approve(visit: Visit, fields: PostedFields): Promise<ReaderOutcome | null> {
    return this.access.act(visit, async (tx, context) => {
      if (!mayDecide(context)) return null;
      if (fields.agree !== 'yes') return 'not_agreed';
      if (!(await this.hasSeen(tx, context, fields))) return 'outdated';
      const { recipient, seen } = context;
      const locale = nearestLocale(fields.shownLocale) ?? localeOfVisit(visit, seen);
      const { text, version, sha256 } = approvalOf(seen, this.templates, locale);
      const facts = visitFacts(visit);
      await this.access.record(tx, context, 'consent', { ...facts, text, version, locale, sha256 });
      const consent = { version, locale, sha256 };
      const stated = { ...facts, consent, ...this.shownTo(context, fields) };
      await this.lifecycle.acknowledge(tx, seen.signature, recipient, 'approved', stated);
      return 'done';
    });
  }

  /** Records which document, with whose entries, the reader has read. @returns null as `approve` */
  async confirm(visit: Visit, fields: PostedFields): Promise<ReaderOutcome | null> {
    return this.access.act(visit, async (tx, context) => {
      if (!mayConfirm(context)) return null;
      if (!(await this.hasSeen(tx, context, fields))) return 'outdated';
      const stated = { ...visitFacts(visit), ...this.shownTo(context, fields) };
      await this.lifecycle.acknowledge(tx, context.seen.signature, context.recipient, 'viewed', stated);
      return 'done';
    });
  }

  /** Ends the request for everyone. Does nothing if an obstacle prevents it. */
  async reject(visit: Visit, reason: string): Promise<void> {
    await this.access.act(visit, async (tx, context) => {
      if (!mayDecide(context)) return;
      const { recipient, seen } = context;
      await this.lifecycle.rejectApproval(tx, seen.signature, recipient, reason, visitFacts(visit));
    });
  }

  /** Whether the page showed everything that the document contains now; if not, it is shown again, at most once in a while. */
  private async hasSeen(
    tx: Parameters<typeof markRecipientScreenRepeated>[0],
    { recipient, seen }: ReaderContext,
    fields: PostedFields,
  ): Promise<boolean> {
    if (!mustSeeAgain(seen, shownBefore(seen, fields))) return true;
    await markRecipientScreenRepeated(tx, recipient, repeatedAt(seen));
    return false;
  }

  private shownTo({ seen }: ReaderContext, fields: PostedFields) {
    return { documents: documentsIn(seen), shown: shownBefore(seen, fields) ?? nothingShown(seen) };
  }
}
