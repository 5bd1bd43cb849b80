import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isStorableText } from '../../common/validation/clean-text.js';
import { findPastSigners, type PastSigner } from './internal/past-signers.queries.js';

const LEAST_LETTERS = 2;
const MOST_LETTERS = 100;
const MOST_PEOPLE = 6;

/** The people whom an organization asked to sign before. Erased ones are not among them. */
@Injectable()
export class PastSigners {
  constructor(private readonly dataSource: DataSource) {}

  /** Up to six, whose address or name begins like this; none for less than two letters. */
  async find(organizationId: number, beginning: string): Promise<PastSigner[]> {
    const text = beginning.trim().toLowerCase();
    if (text.length < LEAST_LETTERS || text.length > MOST_LETTERS || !isStorableText(text)) return [];
    return findPastSigners(this.dataSource.manager, organizationId, { text, limit: MOST_PEOPLE });
  }
}
