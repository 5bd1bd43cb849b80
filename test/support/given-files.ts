import sharp from 'sharp';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { type SharedTestApp, type TestOrganization } from './app.js';
import { LANDLORD, sendForm, type SentForm, signForm, TENANT } from './request-forms.js';
import { type SigningVisitor } from './signing-visitor.js';
import { until } from './until.js';
import { type Fields, type Seen } from './visitor.js';

const at = (y: number, more: object = {}) => ({
  ...{ document: 1, page: 1, x: 72, y, width: 200, height: 18 },
  ...more,
});

/** The place of the photo, and that of the stamp, in points. */
export const PHOTO = { page: 1, x: 72, y: 140, width: 120, height: 90 };
export const STAMP = { page: 1, x: 300, y: 140, width: 160, height: 80 };

/** Files of the tenant: proofs of income, a photo, a stamp, and one that is asked for only if they are married. */
export const PROOFS = {
  roles: [
    { key: 'tenant', order: 1 },
    { key: 'landlord', order: 2 },
  ],
  fields: [
    {
      ...{ key: 'proofs', kind: 'attachment', role: 'tenant', label: 'Proof of income' },
      validation: { min: 1, max: 3 },
    },
    {
      ...{ key: 'photo', kind: 'image', role: 'tenant', label: 'Photo of the keys', required: false },
      places: [{ document: 1, ...PHOTO }],
    },
    {
      ...{ key: 'company', kind: 'stamp', role: 'tenant', label: 'Stamp', required: false },
      ...{ lines: ['Mill Ltd'], places: [{ document: 1, ...STAMP }] },
    },
    {
      ...{ key: 'married', kind: 'checkbox', role: 'tenant', label: 'Married' },
      places: [at(260, { width: 14, height: 14 })],
    },
    {
      ...{ key: 'certificate', kind: 'attachment', role: 'tenant', label: 'Certificate of marriage' },
      showIf: { field: 'married', is: true },
    },
    { key: 'signed', kind: 'signature', role: 'tenant', places: [at(300, { height: 50 })] },
    { key: 'agreed', kind: 'signature', role: 'landlord', places: [at(400, { height: 50 })] },
  ],
  signers: { tenant: TENANT.email, landlord: LANDLORD.email },
};

/** What the tenant of PROOFS enters besides, so that no certificate is asked for. */
export const NOT_MARRIED = { 'entry-married': '' };

export interface GivenFile {
  field: string;
  name: string;
  bytes: Uint8Array;
}

/** A proof of income. */
export const proof = (bytes: Uint8Array, name = 'Payslip.pdf'): GivenFile => ({
  field: 'proofs',
  name,
  bytes,
});

/** Posts the form with files, as a browser does when `Continue` is pressed or, with a script, a file is chosen. */
export function giveFiles(
  visitor: SigningVisitor,
  files: readonly GivenFile[],
  fields: Fields = { files: 'yes' },
): Promise<Seen> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const { field, name, bytes } of files)
    body.append(`file-${field}`, new Blob([new Uint8Array(bytes)]), name);
  return visitor.postParts('entries', body);
}

/** The ids by which the page removes files. */
export const idsOfFiles = ({ html }: Seen): number[] =>
  [...html.matchAll(/name="remove" value="(\d+)"/g)].map(([, id]) => Number(id));

/** A PNG of one colour. */
export const plainPicture = (background: string, width = 60, height = 45): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Sends PROOFS. */
export const sendProofs = (test: SharedTestApp, organization: TestOrganization): Promise<SentForm> =>
  sendForm(test, organization, { form: PROOFS });

/** A request of which the tenant has given one PDF and signed. @returns it, and the number of the file */
export async function signedWithFile(
  test: SharedTestApp,
  organization: TestOrganization,
  bytes: Uint8Array,
): Promise<SentForm & { fileId: number }> {
  const request = await sendProofs(test, organization);
  const [fileId] = idsOfFiles(await giveFiles(request.tenant, [proof(bytes)]));
  const signed = await signForm(request.tenant, NOT_MARRIED);
  if (signed.location !== '/done') throw new Error(`It was not signed: ${signed.html}`);
  return { ...request, fileId: fileId! };
}

/** The stored files of a request, in their order. */
export const rowsOfFiles = (
  { dataSource }: SharedTestApp,
  { id }: SentForm,
): Promise<{ field: string; key: string }[]> =>
  dataSource.query(
    'select field_key as field, storage_key as key from form_files where signature_id = $1 order by id',
    [id],
  );

/** Waits until the storage has none of these files any more. */
export async function untilDeleted({ app }: SharedTestApp, keys: readonly string[]): Promise<void> {
  const files = app.get(FileStore, { strict: false });
  const isGone = (key: string) =>
    files.get(key).then(
      () => false,
      () => true,
    );
  await until('the files are deleted', async () => (await Promise.all(keys.map(isGone))).every(Boolean));
}
