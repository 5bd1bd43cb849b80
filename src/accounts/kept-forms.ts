import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { Transactions } from '../platform/database/transactions.js';
import { findKeptForm, type FormKeeper, insertKeptForm, takeKeptForm } from './kept-form.queries.js';

/** No form of ours is longer, so a longer one is not kept. */
const MAX_BYTES = 64 * 1024;

/** A form as submitted. */
interface KeptForm {
  /** The path it was submitted to. */
  path: string;
  fields: Record<string, unknown>;
}

/**
 * Keeps a submitted form while the password is asked for again: encrypted, because a field can be a secret, for ten
 * minutes, for one session and organization, and for one use.
 */
@Injectable()
export class KeptForms {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly secretBox: SecretBox,
  ) {}

  /** @returns its id; null for a form that is too long */
  async keep(keeper: FormKeeper, form: KeptForm): Promise<string | null> {
    const plain = Buffer.from(JSON.stringify(form));
    if (plain.length > MAX_BYTES) return null;
    const sealed = this.secretBox.seal(plain, contextOf(keeper));
    return this.transactions.run((tx) => insertKeptForm(tx, keeper, sealed));
  }

  /** Null for an id that is not, or no longer, one of the keeper's. */
  async find(keeper: FormKeeper, id: unknown): Promise<KeptForm | null> {
    if (!isKeptId(id)) return null;
    return this.open(keeper, await findKeptForm(this.dataSource.manager, keeper, id));
  }

  /** As `find`, once. */
  async take(keeper: FormKeeper, id: unknown): Promise<KeptForm | null> {
    if (!isKeptId(id)) return null;
    return this.open(keeper, await takeKeptForm(this.dataSource.manager, keeper, id));
  }

  private open(keeper: FormKeeper, sealed: Buffer | null): KeptForm | null {
    return sealed && (JSON.parse(this.secretBox.open(sealed, contextOf(keeper)).toString()) as KeptForm);
  }
}

export const contextOf = ({ sessionId, organizationId }: FormKeeper) =>
  `kept-form:${organizationId}:${sessionId}`;

const isKeptId = (id: unknown): id is string => isUUID(id);
