import { readDeliveryFilter } from './delivery-filter.js';
import { placeText, readPlace } from './delivery-place.js';

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

it('reads what an address asks for', () => {
  const query = {
    event: 'webhook.test',
    status: 'failed',
    endpoint: '3',
    from: '2026-02-27T23:30',
    to: '2026-02-28T08:00',
    webhookId: ` ${UUID.toUpperCase()} `,
    subject: 'identity_verification',
    subjectId: '12',
  };
  const { filter, problems } = readDeliveryFilter(query);
  expect(problems).toEqual({});
  expect(filter).toEqual({
    event: 'webhook.test',
    status: 'failed',
    endpointId: 3,
    webhookId: UUID,
    subject: { kind: 'identity_verification', id: 12 },
    from: new Date('2026-02-27T23:30Z'),
    // The last minute is included.
    until: new Date('2026-02-28T08:01Z'),
  });
});

it('omits empty filters', () => {
  const query = {
    event: 'signature.eaten',
    status: ['failed', 'x'],
    endpoint: 'x',
    subject: 'signature',
    from: ['a'],
  };
  expect(readDeliveryFilter(query)).toMatchObject({ filter: {}, problems: {} });
  expect(readDeliveryFilter({ subjectId: '7' }).filter.subject).toEqual({ kind: 'signature', id: 7 });
});

it.each([
  ['from', '2026-02-30T10:00'],
  ['from', 'yesterday'],
  ['to', '2026-02-28T24:30'],
  ['webhookId', '12'],
  ['subjectId', '-1'],
  ['subjectId', '99999999999999999999'],
])('says what is wrong with the %s %s, and keeps it', (field, text) => {
  const { problems, entered } = readDeliveryFilter({ [field]: text });
  expect(Object.keys(problems)).toEqual([field]);
  expect(entered).toMatchObject({ [field]: text });
});

it('says that the end is before the start', () => {
  const { problems } = readDeliveryFilter({ from: '2026-02-28T10:00', to: '2026-02-28T09:59' });
  expect(problems.to).toEqual({ key: 'dashboard.list.endsBefore' });
});

it('writes a place in the list down and reads it again', () => {
  const place = { createdAt: new Date('2026-02-28T10:00:00.123Z'), seq: 9_007_199_254_740_991 };
  expect(readPlace(placeText(place))).toEqual(place);
  for (const text of [undefined, '', '12', '1-0', '1-99999999999999999999', '-1-2', '999999999999999999-1'])
    expect(readPlace(text)).toBeUndefined();
});
