import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../common/errors.js';
import { plainLine } from '../../common/plain-line.js';
import { type ShownSize } from '../../pdf/document-field.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { type DocumentField } from '../../signatures/document-field.entity.js';
import { DocumentFields } from '../../signatures/document-fields.service.js';
import { getDraft } from '../../signatures/live-request.queries.js';
import { type PlannedSend } from '../../signatures/send-plan.entity.js';
import { SendPlans } from '../../signatures/send-plans.service.js';
import { carriesSignatures } from '../../signatures/signature-document.entity.js';
import { findDocument } from '../../signatures/signature-document.queries.js';
import { type Signature } from '../../signatures/signature.entity.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';

/** The pages that prepare a draft, in order. */
export const STEPS = ['document', 'signers', 'fields', 'check'] as const;
export type Step = (typeof STEPS)[number];

/** A draft that is being prepared. */
export interface Draft {
  signature: Signature;
  /** Null before the signers have been entered. */
  plan: PlannedSend | null;
  fields: DocumentField[];
  /** Of each page as it is shown, in points; null before there is a document. */
  pageSizes: ShownSize[] | null;
  /** Whether the document carries signatures, so that only fields for signatures and initials can be placed. */
  carriesSignatures: boolean;
}

export const addressOf = (id: number, step: string) => `/dashboard/signatures/${id}/${step}`;

/** The drafts that are prepared by hand. */
@Injectable()
export class Drafts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly documentFields: DocumentFields,
    private readonly plans: SendPlans,
    private readonly shell: DashboardShell,
  ) {}

  /** @throws AppError 404, 400 `not_a_draft` */
  async open({ organizationId }: DashboardVisit, signatureId: number): Promise<Draft> {
    const key = { organizationId, signatureId };
    const { manager } = this.dataSource;
    const signature = await getDraft(manager, key);
    const document = await findDocument(manager, signature, 'presented');
    return {
      signature,
      plan: await this.plans.find(key),
      fields: await this.documentFields.list(key),
      pageSizes: document?.pageSizes ?? null,
      carriesSignatures: document !== null && carriesSignatures(document),
    };
  }

  /** A page of a step, or the first step before it whose task is not done. */
  async page(
    visit: DashboardVisit,
    draft: Draft,
    step: Step,
    model: () => object | Promise<object>,
    status = 200,
  ): Promise<PageResult> {
    const missing = missingBefore(draft, step);
    if (missing) return new Redirect(addressOf(draft.signature.id, missing));
    const { id, type, originalDocumentName } = draft.signature;
    const steps = STEPS.map((each) => ({
      step: each,
      isHere: each === step,
      address: missingBefore(draft, each) === null ? addressOf(id, each) : null,
    }));
    const request = { id, type, documentName: plainLine(originalDocumentName) };
    return this.shell.page(visit, `prepare-${step}`, { ...(await model()), request, steps }, status);
  }

  /** Runs `work`; a request that has been sent in the meantime leads to its page. */
  async ifDraft(id: number, work: () => Promise<PageResult>): Promise<PageResult> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_a_draft')
        return new Redirect(`/dashboard/signatures/${id}`);
      throw error;
    }
  }
}

function missingBefore({ pageSizes, plan }: Draft, step: Step): Step | null {
  if (step === 'document') return null;
  if (pageSizes === null) return 'document';
  return plan === null && step !== 'signers' ? 'signers' : null;
}
