import { type Example } from '../../src/api-reference/domain/api-document.js';
import {
  ANSWERS_OF_BULK_SENDS,
  MEMBERS_OF_BULK_SENDS,
  REQUESTS_OF_BULK_SENDS,
} from './examples-of-bulk-sends.js';

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** A field of a form (docs/forms.md). */
const LEASE_FIELD = {
  key: 'rent',
  kind: 'number',
  role: 'tenant',
  label: 'Monthly rent',
  validation: { min: '100', decimals: 2, currency: 'EUR' },
  places: [{ document: 1, page: 1, x: 72, y: 140, width: 120, height: 18 }],
};
const LEASE_ROLE = { key: 'tenant', name: 'Tenant', action: 'sign', order: 1 };
const LEASE_PEOPLE = {
  roles: { tenant: { email: 'ada@example.com', name: 'Ada Lovelace', locale: 'en' } },
  values: { rent: '1200.00' },
  readOnly: ['rent'],
};

/** Values of members by name. */
export const MEMBERS_OF_TEMPLATES: Record<string, unknown> = {
  ...MEMBERS_OF_BULK_SENDS,
  templateId: 12,
  description: 'Flats in town',
  state: 'published',
  revision: 4,
  latestVersion: 1,
  archivedAt: null,
  n: 1,
  sha256: HASH,
  originalSha256: HASH,
  pages: 2,
  pageSizes: [
    [595.28, 841.89],
    [595.28, 841.89],
  ],
  carriesSignatures: false,
  key: 'tenant',
  action: 'sign',
  order: 1,
  fields: [LEASE_FIELD],
  problems: [],
  expiresInDays: 30,
  categoryId: null,
  remindEvery: null,
  allowHandOver: false,
  version: 1,
  note: 'First version',
  publishedByUserId: 3,
  path: 'fields.rent.validation.max',
  change: 'changed',
  code: 'place_outside_page',
  field: 'fields[3].places[0]',
};

/** Values that differ in the responses of an operation. */
export const ANSWERS_OF_TEMPLATES: Record<string, Record<string, unknown>> = {
  ...ANSWERS_OF_BULK_SENDS,
  templatesCreate: { id: 12, name: 'Lease' },
  templatesList: { id: 12, name: 'Lease' },
  templatesGet: { id: 12, name: 'Lease' },
  templatesDescribe: { id: 12, name: 'Lease' },
  templatesArchive: { id: 12, name: 'Lease' },
  templatesDuplicate: { id: 12, name: 'Lease' },
  templateArchivesImport: { id: 12, name: 'Lease' },
  requestTemplatesSave: { id: 12, name: 'Lease' },
  templatesDefinition: { name: 'Lease' },
  templatesReplaceDefinition: { name: 'Lease' },
  templateDocumentsPut: { name: 'Lease.pdf' },
  templateDocumentsRemove: { name: 'Lease' },
  templateDocumentsImportForm: { name: 'topmost.rent[0]', formula: 'rent + heating' },
  templateVersionsGet: { name: 'Lease' },
  templateVersionsDifferences: {
    from: { value: '1000' },
    to: { value: '2000' },
    message: 'fields.rent.validation.max was "1000" and is "2000"',
  },
  templateSendingDraft: { status: 'draft' },
  templateVersionsValuesSchema: { '': { type: 'object', properties: { rent: { type: 'string' } } } },
};

/** Requests that the service accepts. */
export const REQUESTS_OF_TEMPLATES: Record<string, Record<string, Example>> = {
  ...REQUESTS_OF_BULK_SENDS,
  templatesCreate: { lease: { value: { name: 'Lease', description: 'Flats in town' } } },
  templatesDescribe: { renamed: { value: { name: 'Lease of a flat' } } },
  templatesDuplicate: { copy: { value: { name: 'Lease of a house' } } },
  templatesReplaceDefinition: {
    lease: {
      summary: 'One role with one field',
      value: {
        revision: 2,
        roles: [LEASE_ROLE],
        fields: [LEASE_FIELD],
        options: { type: 'advanced', subject: 'Lease for flat 7', expiresInDays: 30 },
      },
    },
  },
  templateDocumentsImportForm: {
    lease: {
      summary: 'The tenant fills in all fields but one',
      value: {
        revision: 2,
        roles: [LEASE_ROLE, { key: 'landlord', name: 'Landlord', action: 'sign', order: 2 }],
        role: 'tenant',
        fieldRoles: { signature_landlord: 'landlord' },
      },
    },
  },
  templateVersionsPublish: { first: { value: { note: 'First version' } } },
  templateSendingSend: { lease: { summary: 'A value that the signer cannot change', value: LEASE_PEOPLE } },
  templateSendingDraft: { lease: { summary: 'A value that the signer cannot change', value: LEASE_PEOPLE } },
  requestTemplatesSave: { named: { value: { name: 'Lease' } } },
};
