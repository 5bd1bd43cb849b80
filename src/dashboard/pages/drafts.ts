import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../common/errors.js';
import { plainLine } from '../../common/plain-line.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import {
  type DraftDocument,
  FurtherDocuments,
  hasRoomFor,
} from '../../signatures/documents/further-documents.js';
import { DraftForms, type SendersForm } from '../../signatures/form/draft-forms.js';
import { getDraft } from '../../signatures/live-request.queries.js';
import { type Preparation, SendPlans } from '../../signatures/send-plans.js';
import { type Signature } from '../../signatures/signature.entity.js';
import { DashboardShell } from './dashboard-shell.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';

/** The pages that prepare a draft, in order. */
export const STEPS = ['document', 'signers', 'fields', 'check'] as const;
export type Step = (typeof STEPS)[number];

/** A draft in preparation, with its first document. */
export interface Draft extends Omit<DraftDocument, 'n' | 'id' | 'name'> {
  signature: Signature;
  /** Null before the signers are complete. */
  plan: Preparation['plan'];
  /** Entries that are kept although they are not complete. */
  unfinished: Preparation['unfinished'];
  version: string;
  form: SendersForm | null;
  /** The documents after the first. */
  further: DraftDocument[];
  /** Whether there is room for another. */
  mayAdd: boolean;
}

export type { DraftDocument };

export const addressOf = (id: number, step: string) => `/dashboard/signatures/${id}/${step}`;

/** Drafts that are prepared by hand. */
@Injectable()
export class Drafts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly documents: FurtherDocuments,
    private readonly forms: DraftForms,
    private readonly plans: SendPlans,
    private readonly shell: DashboardShell,
  ) {}

  /** @throws AppError 404, 400 `not_a_draft` */
  async open(
    { organizationId }: Pick<DashboardVisit, 'organizationId'>,
    signatureId: number,
  ): Promise<Draft> {
    const key = { organizationId, signatureId };
    const { manager } = this.dataSource;
    const signature = await getDraft(manager, key);
    // Read first: if anything changes while the rest is read, this version is outdated.
    const preparation = await this.plans.open(signature);
    const [first, ...further] = await this.documents.ofDraft(key);
    const { pageSizes = null, carriesSignatures: isSigned = false } = first ?? {};
    return {
      ...{ signature, ...preparation, form: await this.forms.find(signature) },
      ...{ fields: first?.fields ?? [], pageSizes, carriesSignatures: isSigned },
      further: further.map((each) => ({ ...each, name: plainLine(each.name) })),
      mayAdd: first !== undefined && hasRoomFor(further.length + 1),
    };
  }

  /** The page of a step, or of the first unfinished step before it. */
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
    const { version } = draft;
    return this.shell.page(visit, `prepare-${step}`, { version, ...(await model()), request, steps }, status);
  }

  /** Runs `work`; redirects to the request's page if it has been sent in the meantime. */
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

function missingBefore({ pageSizes, plan, unfinished }: Draft, step: Step): Step | null {
  if (step === 'document') return null;
  if (pageSizes === null) return 'document';
  if (step === 'signers') return null;
  if (plan === null || unfinished.signers) return 'signers';
  return step === 'check' && unfinished.fields ? 'fields' : null;
}

/** Whether everything is there that sending needs. */
export const isComplete = (draft: Draft) => missingBefore(draft, 'check') === null;
