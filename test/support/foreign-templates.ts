// Templates as other services' APIs return them, with a field of every kind that they have. Names and ids are invented;
// the shapes are those of the services' own public tests and schemas, as of 2026-11.

const area = (x: number, y: number, more: object = {}) => ({
  ...{ x, y, w: 0.2, h: 0.03, page: 0, attachment_uuid: 'a1', ...more },
});
const docuSealField = (uuid: string, type: string, name: string, more: object = {}) => ({
  ...{ uuid, submitter_uuid: 'p1', name, type, required: true, preferences: {} },
  ...more,
});
const options = (...values: string[]) => values.map((value) => ({ value, uuid: `option-${value}` }));

export const DOCUSEAL_TEMPLATE = {
  id: 7,
  name: 'Enrolment',
  schema: [{ attachment_uuid: 'a1', name: 'enrolment' }],
  submitters: [
    { name: 'First Party', uuid: 'p1' },
    { name: 'Office', uuid: 'p2' },
  ],
  fields: [
    docuSealField('f1', 'text', 'First Name', {
      ...{ areas: [area(0.09, 0.05)], default_value: 'Ann', validation: { pattern: '[A-Za-z ]+' } },
    }),
    docuSealField('f2', 'date', 'Birthday', {
      ...{ areas: [area(0.09, 0.1)], preferences: { format: 'DD/MM/YYYY' } },
    }),
    docuSealField('f3', 'checkbox', 'Do you agree?', { areas: [area(0.09, 0.15, { w: 0.03 })] }),
    docuSealField('f4', 'radio', 'First child', {
      ...{ options: options('Girl', 'Boy'), areas: [area(0.09, 0.2)] },
    }),
    docuSealField('f5', 'radio', 'Size', {
      options: options('S', 'L'),
      areas: [
        area(0.09, 0.25, { w: 0.03, option_uuid: 'option-S' }),
        area(0.2, 0.25, { w: 0.03, option_uuid: 'option-L' }),
      ],
      default_value: 'option-L',
    }),
    docuSealField('f6', 'signature', 'Signature', { areas: [area(0.09, 0.3, { h: 0.07 })] }),
    docuSealField('f7', 'number', 'House number', {
      ...{ areas: [area(0.09, 0.4)], validation: { min: 1, max: 9_999 }, preferences: { format: 'usd' } },
    }),
    docuSealField('f8', 'multiple', 'Colors', {
      ...{
        options: options('Red', 'Green', 'Blue'),
        areas: [area(0.45, 0.05, { h: 0.09 })],
        required: false,
      },
    }),
    docuSealField('f9', 'select', 'Gender', {
      ...{ options: options('Male', 'Female'), areas: [area(0.45, 0.16)], required: false },
    }),
    docuSealField('f10', 'initials', 'Initials', { areas: [area(0.45, 0.2)] }),
    docuSealField('f11', 'image', 'Avatar', { areas: [area(0.72, 0.05, { h: 0.14 })], required: false }),
    docuSealField('f12', 'file', 'Attachment', { areas: [area(0.72, 0.3)], required: false }),
    docuSealField('f13', 'stamp', 'Stamp', { areas: [area(0.72, 0.37, { h: 0.07 })], readonly: true }),
    docuSealField('f14', 'cells', 'Cell code', { areas: [area(0.45, 0.35, { cell_w: 0.04 })] }),
    docuSealField('f15', 'payment', 'Payment', { areas: [area(0.45, 0.43)], preferences: { price: 1_000 } }),
    docuSealField('f16', 'phone', 'Mobile Phone', { areas: [area(0.45, 0.3)] }),
    docuSealField('f17', 'text', 'Favourite blue', {
      areas: [area(0.45, 0.5)],
      conditions: [
        { field_uuid: 'f8', action: 'equal', value: 'option-Blue' },
        { field_uuid: 'f7', action: 'greater_than', value: 100, operation: 'or' },
        { field_uuid: 'f4', action: 'not_equal', value: 'option-Boy' },
      ],
    }),
    docuSealField('f18', 'heading', 'Please fill in', { areas: [area(0.09, 0.01)] }),
    docuSealField('f19', 'datenow', 'Today', { areas: [area(0.09, 0.5)], submitter_uuid: 'p2' }),
    docuSealField('f20', 'text', 'First Name', {
      ...{ areas: [area(0.09, 0.6)], submitter_uuid: 'p2', readonly: true, default_value: 'Office' },
    }),
    docuSealField('f21', 'signature', 'Office signs', {
      ...{ areas: [area(0.5, 0.6, { h: 0.07 })], submitter_uuid: 'p2' },
    }),
  ],
};

/** Documenso's API writes positions as decimal strings, in percent. */
const documensoField = (type: string, y: number, fieldMeta: object | null, more: object = {}) => ({
  ...{ type, recipientId: 31, envelopeItemId: 'item_1', page: 1, fieldMeta },
  ...{ positionX: '10.5', positionY: String(y), width: '24', height: '3', ...more },
});
const boxes = (...values: string[]) => values.map((value, id) => ({ id, value, checked: id === 0 }));

export const DOCUMENSO_TEMPLATE = {
  id: 'envelope_1',
  type: 'TEMPLATE',
  title: 'Enrolment',
  envelopeItems: [{ id: 'item_1', title: 'enrolment', order: 1 }],
  recipients: [
    { id: 31, name: 'Tenant', email: '', role: 'SIGNER', signingOrder: 1 },
    { id: 32, name: '', email: 'office@example.test', role: 'SIGNER', signingOrder: 2 },
    { id: 33, name: 'Helper', email: '', role: 'ASSISTANT', signingOrder: 1 },
    { id: 34, name: 'Manager', email: '', role: 'APPROVER', signingOrder: 3 },
    { id: 35, name: 'Archive', email: '', role: 'CC', signingOrder: 4 },
  ],
  fields: [
    documensoField('SIGNATURE', 5, { type: 'signature' }, { height: '7' }),
    documensoField('FREE_SIGNATURE', 5, null, { positionX: '60', height: '7', recipientId: 32 }),
    documensoField('INITIALS', 15, { type: 'initials', textAlign: 'left' }),
    documensoField('NAME', 20, { type: 'name' }),
    documensoField('EMAIL', 25, { type: 'email', label: 'Address' }),
    documensoField('DATE', 30, { type: 'date' }),
    documensoField('TEXT', 35, {
      ...{ type: 'text', label: 'Remark', placeholder: 'Anything else?', text: 'None', characterLimit: 80 },
    }),
    documensoField('NUMBER', 40, {
      ...{ type: 'number', label: 'Rent', required: true, readOnly: true, value: '1200' },
      ...{ minValue: 100, maxValue: 5_000, numberFormat: '123,456,789.00' },
    }),
    documensoField('RADIO', 45, { type: 'radio', label: 'Heating', values: boxes('Gas', 'Pump') }),
    documensoField('CHECKBOX', 50, {
      ...{ type: 'checkbox', label: 'Pets', values: boxes('Cat', 'Dog', 'Fish'), direction: 'horizontal' },
      ...{ validationRule: 'Select at most', validationLength: 2 },
    }),
    documensoField(
      'CHECKBOX',
      55,
      { type: 'checkbox', label: 'Agreed', values: boxes('Yes') },
      { width: '3' },
    ),
    documensoField('DROPDOWN', 60, {
      ...{ type: 'dropdown', label: 'Floor', values: [{ value: '1' }, { value: '2' }], defaultValue: '2' },
    }),
    documensoField('TEXT', 65, { type: 'text', label: 'Remark' }, { recipientId: 33 }),
    documensoField('TEXT', 65, { type: 'text', label: 'Remark' }, { page: 9 }),
    documensoField('TEXT', 70, { type: 'text', label: 'Approved in' }, { recipientId: 34 }),
    documensoField('RADIO', 75, {
      ...{ type: 'radio', label: 'Parking', required: true },
      values: [{ value: '' }, { value: 'Outside', checked: false }].map((each, id) => ({
        ...{ id, checked: id === 0, ...each },
      })),
    }),
  ],
};

const tab = (tabLabel: string, y: number, more: object = {}) => ({
  ...{ tabLabel, documentId: '1', pageNumber: '1', xPosition: '72', yPosition: String(y), required: 'false' },
  ...more,
});

export const DOCUSIGN_TEMPLATE = {
  templateId: '0f0e',
  name: 'Enrolment',
  documents: [{ documentId: '1', name: 'enrolment.pdf' }],
  recipients: {
    signers: [
      {
        ...{ recipientId: '1', roleName: 'Tenant', routingOrder: '1' },
        tabs: {
          signHereTabs: [tab('Signature', 40), tab('Anchored', 0, { anchorString: '/sig/' })],
          initialHereTabs: [tab('Initials', 90)],
          fullNameTabs: [tab('Full name', 140)],
          dateSignedTabs: [tab('Signed on', 170)],
          textTabs: [
            tab('Spouse', 200, {
              ...{ maxLength: '60', conditionalParentLabel: 'Married', conditionalParentValue: 'on' },
            }),
            tab('Children', 200, {
              ...{ xPosition: '320', conditionalParentLabel: 'Household', conditionalParentValue: 'more' },
            }),
            tab('Children', 230, { xPosition: '320', pageNumber: '2' }),
            tab('Place', 260, {
              ...{ xPosition: '320', conditionalParentLabel: 'Signature', conditionalParentValue: 'on' },
            }),
          ],
          emailTabs: [tab('Address', 230)],
          zipTabs: [tab('Postal code', 260)],
          companyTabs: [tab('Company', 290, { value: 'Mill Ltd', locked: 'true' })],
          numericalTabs: [
            tab('Rent', 320, { minNumericalValue: '100', required: 'true', validationType: 'Currency' }),
          ],
          formulaTabs: [tab('Deposit', 350, { formula: '[Rent] * 3' })],
          dateTabs: [tab('Moves in', 380)],
          listTabs: [
            tab('Floor', 560, {
              ...{ xPosition: '320', required: 'true' },
              listItems: [{ text: 'Ground' }, { text: 'First', value: 'First', selected: 'true' }],
            }),
            tab('Heating', 410, {
              listItems: [
                { text: 'Natural gas', value: 'gas' },
                { text: 'None', value: 'no' },
              ],
            }),
          ],
          radioGroupTabs: [
            {
              ...{ groupName: 'Household', documentId: '1' },
              radios: [
                {
                  ...{ value: 'one', pageNumber: '1', xPosition: '72', yPosition: '440' },
                  ...{ selected: 'true', required: 'true' },
                },
                { value: 'more', pageNumber: '1', xPosition: '142', yPosition: '440' },
              ],
            },
          ],
          checkboxTabs: [
            tab('Married', 470, { selected: 'true' }),
            tab('Read', 490, { xPosition: '320', selected: 'false', locked: 'true' }),
          ],
          titleTabs: [tab('Title', 650, { locked: 'true' })],
          ssnTabs: [tab('Number', 680, { concealValueOnDocument: 'true', width: '90', height: '24' })],
          tabGroups: [{ groupLabel: 'Pets', tabLabel: 'Pets' }],
          signerAttachmentTabs: [tab('Proof', 500)],
          noteTabs: [tab('Note', 530, { value: 'Please fill in all of it.' })],
          approveTabs: [tab('Approve', 560)],
        },
      },
      {
        ...{ recipientId: '2', roleName: 'Landlord', routingOrder: '2' },
        tabs: { signHereTabs: [tab('Landlord signs', 600)] },
      },
    ],
    carbonCopies: [{ recipientId: '3', roleName: 'Archive', routingOrder: '3' }],
    certifiedDeliveries: [{ recipientId: '4', roleName: 'Auditor', routingOrder: '3' }],
    agents: [{ recipientId: '5', roleName: 'Assistant', routingOrder: '1' }],
  },
};
