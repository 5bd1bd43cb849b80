import { Injectable } from '@nestjs/common';
import { canonicalJson } from '../audit-chain/canonical-json.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { type RowFault } from './domain/row-fault.js';

/** What is known of a row beyond its place in the file. */
export interface RowContents {
  /** By column, as in the file. */
  source: Readonly<Record<string, unknown>>;
  faults: RowFault[];
  warnings: RowFault[];
}

interface RowKey {
  bulkSendId: number;
  number: number;
}

/** Encrypts rows, whose every column may be personal. */
@Injectable()
export class SealedRows {
  constructor(private readonly secretBox: SecretBox) {}

  seal({ bulkSendId, number }: RowKey, contents: RowContents): Buffer {
    return this.secretBox.seal(Buffer.from(JSON.stringify(contents)), rowContext(bulkSendId, number));
  }

  open({ bulkSendId, number, sealed }: RowKey & { sealed: Buffer }): RowContents {
    return JSON.parse(this.secretBox.open(sealed, rowContext(bulkSendId, number)).toString()) as RowContents;
  }

  /** A digest of rows that says nothing about them without our keys: with the current key first, then with older ones. */
  digests(sha256: Buffer): Buffer[] {
    return this.secretBox.fingerprints(sha256.toString('hex'), 'bulk-rows');
  }
}

export const rowContext = (bulkSendId: number, number: number) => `bulk-row:${bulkSendId}:${number}`;

/** Of a row's contents in the file, in one form. */
export const sourceText = (source: RowContents['source']) => canonicalJson(source);
