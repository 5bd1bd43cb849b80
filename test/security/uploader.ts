import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { filesFolder } from '../../src/platform/storage/files-folder.js';
import { textPdf } from '../support/pdf-samples.js';
import { SlowUpload } from '../support/slow-upload.js';
import { until } from '../support/until.js';
import { type Installation, type Tenant } from './installation.js';
import { SIGNATURES } from './paths.js';
import { type WireRequest } from './wire.js';
import { WorldBuilder } from './world.js';

/** For all uploads to begin. */
const FILLED_MS = 3_000;

/** An organization that uploads documents to a few drafts, and what the service has stored of them. */
export class Uploader {
  private constructor(
    private readonly site: Installation,
    private readonly tenant: Tenant,
    private readonly draftIds: readonly number[],
  ) {}

  static async create(site: Installation, drafts: number): Promise<Uploader> {
    const tenant = await site.createTenant();
    const builder = new WorldBuilder(site, tenant);
    const draftIds: number[] = [];
    while (draftIds.length < drafts) draftIds.push(await builder.draft('fast'));
    return new Uploader(site, tenant, draftIds);
  }

  /** An upload to one of the drafts, in turn. */
  request(body: Buffer, turn: number): WireRequest {
    const headers = { 'x-api-key': this.tenant.apiKey, 'content-type': 'application/pdf' };
    return { method: 'PUT', path: this.path(turn), headers, body };
  }

  /** The same to the first draft, as it is sent over a connection. */
  raw(body: Buffer): Buffer {
    const lines = [
      `PUT ${this.path(0)} HTTP/1.1`,
      'Host: a',
      `X-Api-Key: ${this.tenant.apiKey}`,
      'Content-Type: application/pdf',
      `Content-Length: ${body.length}`,
    ];
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
  }

  /** Whether its key is below the limit. */
  async isServed(): Promise<boolean> {
    const { status } = await this.tenant.api.get(`${SIGNATURES}/${this.draftIds[0]}/status`);
    return status === 200;
  }

  /** Fills all slots at once, and finishes the uploads that fill them. @returns how many were not accepted */
  async fillSlots(slots: number): Promise<number> {
    const pdf = await textPdf();
    const uploads = Array.from(
      { length: slots },
      () => new SlowUpload(this.site.url + this.path(0), this.tenant, pdf),
    );
    // If one is refused, this times out, and the refusal is among the answers.
    await until('all slots are filled', () => this.halfFiles() === slots, { longestMs: FILLED_MS }).catch(
      () => undefined,
    );
    const answers = await Promise.all(uploads.map((upload) => upload.finish()));
    return answers.filter(({ status }) => status !== 200).length;
  }

  /** The number of files being received. */
  halfFiles(): number {
    return this.files().filter((key) => key.endsWith('.part')).length;
  }

  async hasOnlyKnownFiles(): Promise<boolean> {
    const rows = await this.site.query<{ key: string }>(
      'select storage_key as key from stored_files where organization_id = $1',
      [this.tenant.organizationId],
    );
    const known = new Set(rows.map(({ key }) => key));
    const files = this.files();
    return files.length === known.size && files.every((key) => known.has(key));
  }

  /** The number of uploads in the audit trails of its drafts. */
  async recorded(): Promise<number> {
    const [row] = await this.site.query<{ uploads: number }>(
      `select count(*)::int as uploads from signature_audit_events
       where organization_id = $1 and type = 'document_uploaded'`,
      [this.tenant.organizationId],
    );
    return row!.uploads;
  }

  private files(): string[] {
    const { organizationId } = this.tenant;
    const folder = join(filesFolder(this.site.dataDir), String(organizationId));
    return existsSync(folder) ? readdirSync(folder).map((name) => `${organizationId}/${name}`) : [];
  }

  private path(turn: number): string {
    return `${SIGNATURES}/${this.draftIds[turn % this.draftIds.length]}/document`;
  }
}
