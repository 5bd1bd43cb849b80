// The fields of `foreign-templates` as they have to be converted, written down by hand from the services' own words.

/** A place in points as the source says it: in points, or in percent of A4 with `percent`. */
const at = (x: number, y: number, width: number, height: number, more: object = {}) => ({
  ...{ document: 1, page: 1, x, y, width, height },
  ...more,
});
const A4 = [595.28, 841.89] as const;
const percent = (x: number, y: number, width: number, height: number, more: object = {}) =>
  at((x * A4[0]) / 100, (y * A4[1]) / 100, (width * A4[0]) / 100, (height * A4[1]) / 100, more);

export const DOCUSEAL_FIELDS = (() => {
  const place = (x: number, y: number, more: { width?: number; height?: number; option?: string } = {}) => {
    const { width = 20, height = 3, ...rest } = more;
    return percent(x, y, width, height, rest);
  };
  const named = (kind: string, label: string, more: object = {}) => ({
    ...{ kind, role: 'first_party', label, required: true },
    ...more,
  });
  const always = (kind: string, label: string, more: object = {}) => ({
    ...{ kind, role: 'first_party', label },
    ...more,
  });
  return {
    first_name: named('text', 'First Name', {
      ...{ value: 'Ann', validation: { pattern: '[A-Za-z ]+' }, places: [place(9, 5)] },
    }),
    birthday: named('chosen_date', 'Birthday', { places: [place(9, 10)] }),
    do_you_agree: named('checkbox', 'Do you agree?', { places: [place(9, 15, { width: 3 })] }),
    first_child: named('choice', 'First child', {
      ...{ options: [{ value: 'Girl' }, { value: 'Boy' }], places: [place(9, 20)] },
    }),
    size: named('radio', 'Size', {
      ...{ value: 'L', options: [{ value: 'S' }, { value: 'L' }] },
      places: [place(9, 25, { width: 3, option: 'S' }), place(20, 25, { width: 3, option: 'L' })],
    }),
    signature: always('signature', 'Signature', { places: [place(9, 30, { height: 7 })] }),
    house_number: named('number', 'House number', {
      ...{ validation: { min: '1', max: '9999' }, places: [place(9, 40)] },
    }),
    colors: named('checkboxes', 'Colors', {
      ...{ required: false, options: [{ value: 'Red' }, { value: 'Green' }, { value: 'Blue' }] },
      places: ['Red', 'Green', 'Blue'].map((option, nth) => place(45, 5 + 3 * nth, { option })),
    }),
    gender: named('choice', 'Gender', {
      ...{ required: false, options: [{ value: 'Male' }, { value: 'Female' }], places: [place(45, 16)] },
    }),
    initials: named('initials', 'Initials', { places: [place(45, 20)] }),
    avatar: named('image', 'Avatar', { required: false, places: [place(72, 5, { height: 14 })] }),
    attachment: named('attachment', 'Attachment', { required: false, places: [place(72, 30)] }),
    stamp: named('stamp', 'Stamp', { lines: ['Stamp'], places: [place(72, 37, { height: 7 })] }),
    cell_code: named('text', 'Cell code', { validation: { cells: 5 }, places: [place(45, 35)] }),
    mobile_phone: named('text', 'Mobile Phone', {
      ...{ validation: { format: 'phone' }, places: [place(45, 30)] },
    }),
    favourite_blue: named('text', 'Favourite blue', {
      showIf: {
        all: [
          {
            any: [
              { field: 'colors', includes: 'Blue' },
              { field: 'house_number', gt: '100' },
            ],
          },
          { not: { field: 'first_child', is: 'Boy' } },
        ],
      },
      places: [place(45, 50)],
    }),
    please_fill_in: always('label', 'Please fill in', {
      ...{ text: 'Please fill in', places: [place(9, 1)] },
    }),
    today: always('date', 'Today', { role: 'office', places: [place(9, 50)] }),
    first_name_2: named('text', 'First Name', {
      ...{ role: 'office', readOnly: true, value: 'Office', places: [place(9, 60)] },
    }),
    office_signs: always('signature', 'Office signs', {
      ...{ role: 'office', places: [place(50, 60, { height: 7 })] },
    }),
  };
})();

export const DOCUMENSO_FIELDS = (() => {
  const role = 'tenant';
  const line = (y: number, more: object = {}) => percent(10.5, y, 24, 3, more);
  const shared = (y: number, nth: number, option: string) =>
    percent(10.5, y + nth * 1.5, 24, 1.5, { option });
  const beside = (nth: number, option: string) => percent(10.5 + nth * 8, 50, 8, 3, { option });
  return {
    signature: { kind: 'signature', role, places: [percent(10.5, 5, 24, 7)] },
    free_signature: {
      ...{ kind: 'signature', role: 'office_example_test', places: [percent(60, 5, 24, 7)] },
    },
    initials: { kind: 'initials', role, required: true, places: [line(15)] },
    name: { kind: 'name', role, places: [line(20)] },
    address: {
      ...{ kind: 'text', role, label: 'Address', required: true, validation: { format: 'email' } },
      places: [line(25)],
    },
    date: { kind: 'date', role, places: [line(30)] },
    remark: {
      ...{ kind: 'text', role, label: 'Remark', help: 'Anything else?', required: false, value: 'None' },
      ...{ validation: { maxLength: 80 }, places: [line(35)] },
    },
    rent: {
      ...{ kind: 'number', role, label: 'Rent', required: true, readOnly: true, value: '1200' },
      ...{ validation: { min: '100', max: '5000' }, places: [line(40)] },
    },
    heating: {
      ...{ kind: 'radio', role, label: 'Heating', required: false, value: 'Gas' },
      options: [{ value: 'Gas' }, { value: 'Pump' }],
      places: [shared(45, 0, 'Gas'), shared(45, 1, 'Pump')],
    },
    pets: {
      ...{ kind: 'checkboxes', role, label: 'Pets', required: false, value: ['Cat'] },
      ...{ validation: { max: 2 }, options: [{ value: 'Cat' }, { value: 'Dog' }, { value: 'Fish' }] },
      places: [beside(0, 'Cat'), beside(1, 'Dog'), beside(2, 'Fish')],
    },
    agreed: {
      ...{ kind: 'checkbox', role, label: 'Agreed', required: false, value: true },
      places: [percent(10.5, 55, 3, 3)],
    },
    floor: {
      ...{ kind: 'choice', role, label: 'Floor', required: false, value: '2' },
      ...{ options: [{ value: '1' }, { value: '2' }], places: [line(60)] },
    },
    parking: {
      ...{ kind: 'radio', role, label: 'Parking', required: true, value: 'Option 1' },
      options: [{ value: 'Option 1' }, { value: 'Outside' }],
      places: [shared(75, 0, 'Option 1'), shared(75, 1, 'Outside')],
    },
  };
})();

export const DOCUSIGN_FIELDS = (() => {
  const role = 'tenant';
  const places = (y: number, x = 72, page = 1) => [at(x, y, 120, 22, { page })];
  const text = (label: string, more: object) => ({ kind: 'text', role, label, required: false, ...more });
  return {
    signature: { kind: 'signature', role, label: 'Signature', places: [at(72, 40, 120, 40)] },
    initials: {
      ...{ kind: 'initials', role, label: 'Initials', required: false, places: [at(72, 90, 40, 40)] },
    },
    full_name: { kind: 'name', role, label: 'Full name', places: places(140) },
    signed_on: { kind: 'date', role, label: 'Signed on', places: places(170) },
    spouse: text('Spouse', {
      ...{ validation: { maxLength: 60 }, showIf: { field: 'married', is: true }, places: places(200) },
    }),
    children: text('Children', {
      ...{ showIf: { field: 'household', is: 'more' }, places: places(200, 320) },
    }),
    children_2: text('Children', { places: places(230, 320, 2) }),
    place: text('Place', { places: places(260, 320) }),
    address: text('Address', { validation: { format: 'email' }, places: places(230) }),
    postal_code: text('Postal code', {
      ...{ validation: { format: 'postal_code:US' }, places: places(260) },
    }),
    company: text('Company', { value: 'Mill Ltd', readOnly: true, places: places(290) }),
    title: text('Title', { places: places(650) }),
    number: text('Number', { places: [at(72, 680, 90, 24)] }),
    rent: {
      ...{ kind: 'number', role, label: 'Rent', required: true, validation: { min: '100' } },
      places: places(320),
    },
    deposit: { kind: 'formula', role, label: 'Deposit', formula: 'rent * 3', places: places(350) },
    moves_in: { kind: 'chosen_date', role, label: 'Moves in', required: false, places: places(380) },
    floor: {
      ...{ kind: 'choice', role, label: 'Floor', required: true, value: 'First' },
      options: [
        { value: 'Ground', label: 'Ground' },
        { value: 'First', label: 'First' },
      ],
      places: places(560, 320),
    },
    heating: {
      ...{ kind: 'choice', role, label: 'Heating', required: false },
      options: [
        { value: 'gas', label: 'Natural gas' },
        { value: 'no', label: 'None' },
      ],
      places: places(410),
    },
    household: {
      ...{ kind: 'radio', role, label: 'Household', required: true, value: 'one' },
      options: [{ value: 'one' }, { value: 'more' }],
      places: [at(72, 440, 12, 12, { option: 'one' }), at(142, 440, 12, 12, { option: 'more' })],
    },
    married: {
      ...{ kind: 'checkbox', role, label: 'Married', required: false, value: true },
      places: [at(72, 470, 12, 12)],
    },
    read: {
      ...{ kind: 'checkbox', role, label: 'Read', required: false, value: false, readOnly: true },
      places: [at(320, 490, 12, 12)],
    },
    proof: { kind: 'attachment', role, label: 'Proof', required: false, places: places(500) },
    note: { kind: 'label', role, label: 'Note', text: 'Please fill in all of it.', places: places(530) },
    landlord_signs: {
      ...{ kind: 'signature', role: 'landlord', label: 'Landlord signs', places: [at(72, 600, 120, 40)] },
    },
  };
})();
