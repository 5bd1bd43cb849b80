import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { newLinkToken } from '../platform/crypto/tokens.js';
import { type DraftFields, SignerDrafts } from '../signatures/signer-drafts.service.js';
import { type PostedFields, readDraft } from './domain/sign-form.js';
import { type SigningContext } from './domain/signing-context.js';
import { mayFillIn } from './domain/signing-step.policy.js';
import { type Visit } from './domain/visit.js';
import { SigningAccess } from './signing-access.service.js';
import { browserHashOf } from './signing-context.queries.js';
import { formNeedsOf } from './signing.service.js';

/** The secret that the browser keeps from now on; null if it has one already, or if the emailed code guards the draft. */
export interface KeptDraft {
  browser: string | null;
}

/**
 * Keeps what signers enter until they sign. Where a code is asked for, every browser in which it was entered gets it back;
 * elsewhere the link alone proves too little, so only the browser that wrote it does.
 */
@Injectable()
export class SignDrafts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly access: SigningAccess,
    private readonly drafts: SignerDrafts,
  ) {}

  /** @returns null if the document cannot be filled in now, or not in this browser */
  async keep(visit: Visit, fields: PostedFields): Promise<KeptDraft | null> {
    return this.access.act(visit, async (tx, context) => {
      if (!mayFillIn(context)) return null;
      const draft = readDraft(fields, formNeedsOf(context));
      if (isGuardedByCode(context)) {
        await this.drafts.keep(tx, context.signer, draft, null);
        return { browser: null };
      }
      const browser = visit.browser ?? newLinkToken();
      await this.drafts.keep(tx, context.signer, draft, browserHashOf(visit.token, browser));
      return { browser: visit.browser === null ? browser : null };
    });
  }

  /** What was entered before, as fields of the form; null if there is nothing, or nothing for this browser. */
  async read(visit: Pick<Visit, 'token' | 'browser'>, context: SigningContext): Promise<DraftFields | null> {
    if (!mayFillIn(context)) return null;
    const draft = await this.drafts.find(this.dataSource.manager, context.signer);
    if (draft === null) return null;
    return isGuardedByCode(context) || isOf(visit, draft.browserHash) ? this.drafts.open(draft) : null;
  }
}

const isGuardedByCode = ({ signature }: SigningContext) => signature.type === 'advanced';

function isOf({ token, browser }: Pick<Visit, 'token' | 'browser'>, browserHash: Buffer | null): boolean {
  return (
    browser !== null && browserHash !== null && timingSafeEqual(browserHashOf(token, browser), browserHash)
  );
}
