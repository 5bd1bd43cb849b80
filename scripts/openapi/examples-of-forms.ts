const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Values of members by name. */
export const MEMBERS_OF_FORMS: Record<string, unknown> = {
  presentedSha256: HASH,
  reportSha256: HASH,
  pdfName: 'topmost.rent[0]',
  mappingName: 'rent',
  alternateName: 'Monthly rent',
  state: 'Yes',
  exportValue: '950',
  reason: 'push_button',
  scripts: 1,
  actions: 0,
  xfa: false,
  function: 'SUM',
  operands: ['topmost.rent[0]', 'topmost.heating[0]'],
  detail: 'AFSpecial_Format(0)',
};

/** The definition of a small form, with its people. */
export const FORM = {
  roles: [{ key: 'tenant', order: 1 }],
  fields: [
    {
      key: 'rent',
      kind: 'number',
      role: 'tenant',
      label: 'Monthly rent',
      validation: { min: '100', decimals: 2, currency: 'EUR' },
      places: [{ document: 1, page: 1, x: 72, y: 140, width: 120, height: 18 }],
    },
    {
      key: 'signed',
      kind: 'signature',
      role: 'tenant',
      places: [{ document: 1, page: 1, x: 72, y: 640, width: 180, height: 40 }],
    },
  ],
  signers: { tenant: 'ada@example.com' },
};

/** Who fills in an imported form, as text beside the file. */
export const IMPORT_UPLOAD = {
  file: '(the bytes of Lease.pdf)',
  form: JSON.stringify({ roles: FORM.roles, signers: FORM.signers, role: 'tenant' }),
};

/** What became of a PDF form with these fields. */
const IMPORTED = { ...FORM, name: 'topmost.rent[0]', code: 'format_not_kept', formula: 'rent + heating' };

/** Values that differ in the responses of an operation. */
export const ANSWERS_OF_FORMS: Record<string, Record<string, unknown>> = {
  signatureFormsDefine: FORM,
  signatureFormsGet: FORM,
  signatureFormsFill: FORM,
  signatureFormsRemove: { message: 'The form was deleted' },
  signatureFormsResults: { kind: 'number', label: 'Monthly rent', value: '950' },
  signatureAttachmentsList: {
    ...{ id: 77, key: 'payslip', name: 'Payslip.pdf', type: 'application/pdf' },
    ...{ bytes: 48_213, signedAt: '2026-03-05T14:12:09.000Z' },
  },
  formImportsImport: IMPORTED,
};
