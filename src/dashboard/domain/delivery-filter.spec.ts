import { readDeliveryFilter, shownStatus } from './delivery-filter.js';
import { placeText, readPlace } from './delivery-place.js';

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

it('reads the filter from an address', () => {
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
  const { filter, problems } = readDeliveryFilter(query, 'UTC', [3]);
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
  const query = { event: '', status: ' ', endpoint: '', before: '' };
  expect(readDeliveryFilter(query, 'UTC', [3])).toMatchObject({ filter: {}, problems: {} });
  expect(readDeliveryFilter({ subjectId: '7' }, 'UTC', [3]).filter.subject).toEqual({ id: 7 });
});

it('searches for a webhookId, for what has this id, or for events whose type contains the text', () => {
  expect(readDeliveryFilter({ q: UUID.toUpperCase() }, 'UTC', [3]).filter).toMatchObject({ webhookId: UUID });
  expect(readDeliveryFilter({ q: ' #7 ' }, 'UTC', [3]).filter).toMatchObject({ subject: { id: 7 } });
  const events = (q: string) => readDeliveryFilter({ q }, 'UTC', [3]).filter.events;
  expect(events('Verification.COMP')).toEqual(['identity_verification.completed']);
  expect(events('.completed')).toEqual(['signature.completed', 'identity_verification.completed']);
  // Nothing matches yet while one is typing, which is no mistake.
  for (const text of ['Lease', '0', UUID.slice(1)]) {
    expect(events(text)).toEqual([]);
    expect(readDeliveryFilter({ q: text }, 'UTC', [3]).problems).toEqual({});
  }
});

it.each([
  ['a waiting delivery that was never attempted', 'pending', 0, 'pending'],
  ['one that was', 'pending', 1, 'retrying'],
  ['one that arrived', 'success', 2, 'success'],
  ['one that failed', 'failed', 5, 'failed'],
] as const)('shows the status of %s', (_of, status, attempts, shown) => {
  expect(shownStatus({ status, attempts })).toBe(shown);
});

it.each([
  ['from', '2026-02-30T10:00'],
  ['from', 'yesterday'],
  ['to', '2026-02-28T24:30'],
  ['webhookId', '12'],
  ['q', 'a'.repeat(301)],
  ['event', 'signature.eaten'],
  ['status', 'lost'],
  ['endpoint', '4'],
  ['endpoint', 'x'],
  ['subject', 'invoice'],
  ['subject', 'signature'],
  ['before', 'bogus'],
  ['subjectId', '-1'],
  ['subjectId', '99999999999999999999'],
])('reports what is wrong with the %s %s, and keeps the text', (field, text) => {
  const { problems, entered } = readDeliveryFilter({ [field]: text }, 'UTC', [3]);
  expect(Object.keys(problems)).toEqual([field]);
  expect(entered).toMatchObject({ [field]: text });
});

it('names both of two values, neither of which was chosen alone', () => {
  const { filter, problems } = readDeliveryFilter({ status: ['failed', 'success'] }, 'UTC', [3]);
  expect(filter.status).toBeUndefined();
  expect(problems).toEqual({
    status: { key: 'dashboard.list.unknown', values: { value: 'failed, success' } },
  });
});

it('reports an end before the start', () => {
  const { problems } = readDeliveryFilter({ from: '2026-02-28T10:00', to: '2026-02-28T09:59' }, 'UTC', [3]);
  expect(problems.to).toEqual({ key: 'dashboard.list.endsBefore' });
});

it('writes a place in the list and reads it back', () => {
  const place = { createdAt: new Date('2026-02-28T10:00:00.123Z'), seq: 9_007_199_254_740_991 };
  expect(readPlace(placeText(place))).toEqual(place);
  for (const text of ['', '12', '1-0', '1-99999999999999999999', '-1-2', '999999999999999999-1'])
    expect(readPlace(text)).toBeUndefined();
});
