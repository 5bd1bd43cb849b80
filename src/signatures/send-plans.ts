import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { type Caller } from '../auth/principal.js';
import { conflict, refused } from '../common/errors.js';
import { isStorableJson } from '../common/validation/clean-text.js';
import { emailKey } from '../common/validation/email.decorator.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Transactions } from '../platform/database/transactions.js';
import { DocumentFields } from './documents/document-fields.js';
import { type FieldPlacement } from './domain/field-placement.js';
import {
  assertDistinct,
  assertHandOver,
  assertSignerCount,
  type SendDetails,
} from './domain/send-details.js';
import { DraftForms, type GivenForm } from './form/draft-forms.js';
import { assertDeadlinesAhead } from './internal/deadline.queries.js';
import { fieldsLost } from './internal/signature.errors.js';
import { getDraft, type RequestKey } from './live-request.queries.js';
import {
  type FormerAddress,
  NO_PLAN,
  type PlannedSend,
  SendPlan,
  type Unfinished,
} from './send-plan.entity.js';
import { type Signature } from './signature.entity.js';

interface Planned {
  plan: PlannedSend;
  /** The plan as read by the API. */
  details: SendDetails;
  addresses: readonly FormerAddress[];
}

/** What is kept of a draft that is prepared by hand. */
export interface Preparation {
  /** Null before the signers are complete. */
  plan: PlannedSend | null;
  /** Entries that are not complete; null if there are none. */
  unfinished: { signers: object | null; fields: object[] | null };
  /** Changes with the document, the signers and the fields. */
  version: string;
}

/** How a part of a draft is saved. */
export interface Saving {
  /** The version that the entries were based on; undefined to replace any. */
  version: string | undefined;
  /** Saved by the page while somebody types, and not because they said so. */
  isQuiet: boolean;
}

/** What is kept, and the draft it belongs to, inside the transaction that changes them. */
interface Kept {
  draft: Signature;
  row: SendPlan | null;
}

/** Keeps the details for sending drafts while they are prepared by hand. */
@Injectable()
export class SendPlans {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly fields: DocumentFields,
    private readonly forms: DraftForms,
    private readonly activity: ActivityLog,
    private readonly secretBox: SecretBox,
  ) {}

  async open(draft: Signature): Promise<Preparation> {
    const preparation = preparationOf({ draft, row: await rowOf(this.dataSource.manager, draft) });
    const { signers, fields } = preparation.unfinished;
    return {
      ...preparation,
      unfinished: { signers, fields: fields?.map((field) => this.opened(draft, field)) ?? null },
    };
  }

  /**
   * Replaces the plan, and records it. Fields follow their signers to new addresses; those of removed signers are
   * deleted.
   * @returns the draft's version
   * @throws AppError 400 for what sending would refuse: a repeated address, too many signers, deadlines in the past;
   * `fields_lost` if fields would be deleted quietly; for a request that is not a draft; 409 `draft_changed`; 404
   */
  async save(by: Actor, signatureId: number, planned: Planned, saving: Saving): Promise<string> {
    const { plan, details, addresses } = planned;
    assertDistinct(details.signers);
    const key = { organizationId: by.organizationId, signatureId };
    const moves = new Map(addresses.map(({ email, former }) => [emailKey(former ?? email), email]));
    return this.transactions.run(async (tx) => {
      const kept = await lock(tx, key, saving);
      assertSignerCount(kept.draft, details);
      assertHandOver(kept.draft, details);
      await assertDeadlinesAhead(tx, details);
      const version = await write(tx, kept, {
        plan,
        signers: null,
        fields: readdressed(kept, moves, saving),
      });
      await this.fields.readdress(tx, kept.draft, moves, { mayDelete: !saving.isQuiet });
      const event = {
        ...by,
        type: 'signers_saved',
        subject: { kind: 'signature', id: signatureId },
      } as const;
      await this.activity[saving.isQuiet ? 'recordHourly' : 'record'](tx, event);
      return version;
    });
  }

  /**
   * Places the fields as `DocumentFields.place`; on the first document, in place of a form as well.
   * @param n - number of the document, from 1
   * @returns the draft's version
   * @throws also 409 `draft_changed`
   */
  async placeFields(
    caller: Caller,
    signatureId: number,
    placements: FieldPlacement[],
    saving: Saving,
    n = 1,
  ): Promise<string> {
    const isFirst = n === 1;
    const { hooks, version } = versioned(saving, { finishes: isFirst });
    await this.fields.place(caller, signatureId, placements, { ...hooks, n, replacesForm: isFirst });
    return version();
  }

  /** Defines the form as `DraftForms.define`, in place of fields. @returns the draft's version @throws also 409 `draft_changed` */
  async defineForm(caller: Caller, signatureId: number, given: GivenForm, saving: Saving): Promise<string> {
    const { hooks, version } = versioned(saving);
    await this.forms.define(caller, signatureId, given, { ...hooks, isEdited: true });
    return version();
  }

  /** Keeps entries that are not complete. @returns the draft's version @throws AppError as `save` */
  keep(
    key: RequestKey,
    part: { signers: object } | { fields: EnteredField[] },
    { version }: Pick<Saving, 'version'>,
  ): Promise<string> {
    if (!isStorableJson(part))
      throw refused('not_storable', 'The entries contain characters that cannot be stored');
    const kept = 'fields' in part ? { fields: part.fields.map((field) => this.sealed(key, field)) } : part;
    return this.transactions.run(async (tx) => write(tx, await lock(tx, key, { version }), kept));
  }

  /** Values are sealed as those of forms are; addresses stay legible, so that erasing a person finds them. */
  private sealed({ signatureId }: RequestKey, { value, ...field }: EnteredField): object {
    if ((value ?? '') === '') return field;
    return { ...field, sealedValue: this.secretBox.sealText(JSON.stringify(value), contextOf(signatureId)) };
  }

  private opened({ id }: Signature, { sealedValue, ...field }: EnteredField): object {
    if (typeof sealedValue !== 'string') return field;
    try {
      return { ...field, value: JSON.parse(this.secretBox.openText(sealedValue, contextOf(id))) as unknown };
    } catch {
      // Sealed with a key that is gone: what was not complete is entered again.
      return field;
    }
  }
}

/** A field as entered, or with its value sealed. */
type EnteredField = { value?: unknown; sealedValue?: unknown };

const contextOf = (signatureId: number) => `unfinished-fields:${signatureId}`;

/**
 * Checks the draft's version before something is saved with it.
 * @param finishes - whether that is what was kept of the first document's fields; otherwise those stay
 */
function versioned(saving: Saving, { finishes } = { finishes: true }) {
  let version = '';
  let fields: object[] | null = null;
  const hooks = {
    isQuiet: saving.isQuiet,
    before: async (tx: EntityManager, key: RequestKey) => {
      const kept = await lock(tx, key, saving);
      if (!finishes) ({ fields } = preparationOf(kept).unfinished);
    },
    after: async (tx: EntityManager, key: RequestKey) => {
      version = await write(tx, await lock(tx, key), { fields });
    },
  };
  return { hooks, version: () => version };
}

/** Locks the draft. @throws AppError 409 `draft_changed` if it has another version; 400 `not_a_draft`; 404 */
async function lock(tx: EntityManager, key: RequestKey, { version }: Partial<Saving> = {}): Promise<Kept> {
  const draft = await getDraft(tx, key, { lock: true });
  const kept = { draft, row: await rowOf(tx, draft) };
  if (version !== undefined && version !== versionOf(kept))
    throw conflict('draft_changed', 'The draft was changed in the meantime');
  return kept;
}

const rowOf = (manager: EntityManager, { organizationId, id: signatureId }: Signature) =>
  manager.findOneBy(SendPlan, { organizationId, signatureId });

/** The unfinished fields of present signers, with their present addresses. */
function readdressed(kept: Kept, moves: ReadonlyMap<string, string>, { isQuiet }: Saving): object[] | null {
  const { fields } = preparationOf(kept).unfinished;
  const present = fields?.flatMap((field: { signerEmail?: unknown }) => {
    const signerEmail = moves.get(emailKey(String(field.signerEmail)));
    return signerEmail === undefined ? [] : { ...field, signerEmail };
  });
  if (isQuiet && present?.length !== fields?.length) throw fieldsLost();
  return present ?? null;
}

interface Change {
  plan?: PlannedSend;
  /** Unfinished entries; null if they are finished, undefined to keep them. */
  signers?: object | null;
  fields?: object[] | null;
}

/** Always later than the row before, because the time is part of the draft's version. */
async function write(tx: EntityManager, { draft, row }: Kept, { plan, ...change }: Change): Promise<string> {
  const { organizationId, id: signatureId } = draft;
  const now = await databaseTime(tx);
  const updatedAt = new Date(Math.max(now.getTime(), row ? row.updatedAt.getTime() + 1 : 0));
  const former = preparationOf({ draft, row }).unfinished;
  const { signers = former.signers, fields = former.fields } = change;
  const unfinished: Unfinished = {
    ...(signers && { signers: { form: signers, at: updatedAt.toISOString() } }),
    ...(fields && { fields: { entered: fields, at: draft.updatedAt.toISOString() } }),
  };
  const saved = {
    ...{ organizationId, signatureId, updatedAt },
    plan: plan ?? row?.plan ?? NO_PLAN,
    unfinished: signers || fields ? unfinished : null,
  };
  await tx.upsert(SendPlan, saved, ['signatureId']);
  return versionOf({ draft, row: saved });
}

function preparationOf(kept: Kept): Preparation {
  const { plan = NO_PLAN, unfinished, updatedAt } = kept.row ?? {};
  const { signers, fields } = unfinished ?? {};
  return {
    plan: plan.signers.length > 0 ? plan : null,
    unfinished: {
      signers: signers && signers.at === updatedAt?.toISOString() ? signers.form : null,
      fields: fields && fields.at === kept.draft.updatedAt.toISOString() ? fields.entered : null,
    },
    version: versionOf(kept),
  };
}

const versionOf = ({ draft, row }: { draft: Signature; row: Pick<SendPlan, 'updatedAt'> | null }) =>
  `${draft.updatedAt.getTime()}-${row?.updatedAt.getTime() ?? 0}`;
