import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type DraftFields, SignerDrafts } from '../signatures/signers/signer-drafts.js';
import { type BrowserTie, isForBrowser, tieToBrowser } from './browser-tie.js';
import { formNeedsOf } from './domain/form-needs.js';
import { type PostedFields } from './domain/posted-fields.js';
import { readDraft } from './domain/sign-form.js';
import { carriedEntries, signerForm, TIME_ZONE } from './domain/signer-form.js';
import { type SigningContext } from './domain/signing-context.js';
import { mayFillIn } from './domain/signing-step.policy.js';
import { type Visit } from './domain/visit.js';
import { SigningAccess } from './signing-access.js';

/** Keeps signers' entries until they sign, for the browsers allowed to get them back. */
@Injectable()
export class SignDrafts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly access: SigningAccess,
    private readonly drafts: SignerDrafts,
  ) {}

  /** @returns null if the document cannot be filled in now in this browser */
  async keep(visit: Visit, fields: PostedFields): Promise<BrowserTie | null> {
    return this.access.act(visit, async (tx, context) => {
      if (!mayFillIn(context)) return null;
      const form = signerForm(context);
      const entries = form && carriedEntries(form, { ...fields, [TIME_ZONE]: visit.timeZone });
      const draft = { ...readDraft(fields, formNeedsOf(context)), ...entries };
      const tie = tieToBrowser(visit, context.signature);
      await this.drafts.keep(tx, context.signer, draft, tie.hash);
      return tie;
    });
  }

  /** Earlier entries as form fields; null if there are none for this browser. */
  async read(visit: Pick<Visit, 'token' | 'browser'>, context: SigningContext): Promise<DraftFields | null> {
    if (!mayFillIn(context)) return null;
    const draft = await this.drafts.find(this.dataSource.manager, context.signer);
    if (draft === null) return null;
    return isForBrowser(visit, context.signature, draft.browserHash) ? this.drafts.open(draft) : null;
  }
}
