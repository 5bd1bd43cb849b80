import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { PROJECT_ROOT } from '../platform/config/paths.js';
import { type ApiDocument } from './domain/api-document.js';

/** docs/openapi.json: `npm run openapi` generates it from the code, and `npm run check` verifies that it matches. */
@Injectable()
export class ApiDocumentFile {
  readonly bytes = readFileSync(join(PROJECT_ROOT, 'docs/openapi.json'));
  readonly document = JSON.parse(this.bytes.toString()) as ApiDocument;
}
