import { paceOf } from './bulk-pace.js';

const NOW = new Date('2026-11-30T12:00:00.000Z');
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);
const RUNNING = {
  state: 'running' as const,
  startedAt: minutes(-10),
  endedAt: null,
  file: {
    columns: [
      { column: 'a', target: 'tenant.email' },
      { column: 'b', target: 'landlord.email' },
    ],
  },
};
const NO_MAILS = { waiting: 0, oldestQueuedAt: null, perMinute: null, quotaSince: null };

it('expects the end of what is running from what was made within the last minute', () => {
  const pace = paceOf(RUNNING, { valid: 3_000 }, { created: 600, now: NOW }, NO_MAILS);
  expect(pace).toMatchObject({
    ratePerMinute: 600,
    waitingMails: 0,
    waitsFor: 'rows',
    expectedEndAt: minutes(5),
  });
});

it('measures from the start within the first minute, and expects nothing before anything was made', () => {
  const young = { ...RUNNING, startedAt: minutes(-0.5) };
  expect(paceOf(young, { valid: 600 }, { created: 300, now: NOW }, NO_MAILS)).toMatchObject({
    ratePerMinute: 600,
    expectedEndAt: minutes(1),
  });
  const nothing = paceOf(young, { valid: 600 }, { created: 0, now: NOW }, NO_MAILS);
  expect(nothing).toMatchObject({ ratePerMinute: null, waitsFor: 'rows', expectedEndAt: null });
});

it('waits for mail if its pace takes longer, with an email to each signer', () => {
  const mails = { waiting: 100, oldestQueuedAt: minutes(-1), perMinute: 30, quotaSince: null };
  expect(paceOf(RUNNING, { valid: 100 }, { created: 600, now: NOW }, mails)).toMatchObject({
    waitsFor: 'mail',
    waitingMails: 100,
    expectedEndAt: minutes(10),
  });
});

it('waits for mail after its end as long as emails wait that were queued before', () => {
  const finished = { ...RUNNING, state: 'finished' as const, endedAt: minutes(-2) };
  const own = { waiting: 60, oldestQueuedAt: minutes(-3), perMinute: 30, quotaSince: null };
  const of = (mails: typeof own) => paceOf(finished, { valid: 0 }, { created: 0, now: NOW }, mails);
  expect(of(own)).toMatchObject({ waitsFor: 'mail', expectedEndAt: minutes(2) });
  expect(of({ ...own, oldestQueuedAt: minutes(-1) })).toMatchObject({ waitsFor: null, expectedEndAt: null });
});

it('promises no end while the quota of the mail server is used up, as long as there is mail', () => {
  const used = { waiting: 10, oldestQueuedAt: minutes(-3), perMinute: null, quotaSince: minutes(-1) };
  const waits = { waitsFor: 'mail', waitingMails: 10, expectedEndAt: null, quotaUsedUpSince: minutes(-1) };
  expect(paceOf(RUNNING, { valid: 100 }, { created: 600, now: NOW }, used)).toMatchObject(waits);
  const finished = { ...RUNNING, state: 'finished' as const, endedAt: minutes(-2) };
  const of = (mails: typeof used) => paceOf(finished, { valid: 0 }, { created: 0, now: NOW }, mails);
  expect(of(used)).toMatchObject(waits);
  expect(of({ ...used, oldestQueuedAt: minutes(-1) })).toMatchObject({
    waitsFor: null,
    quotaUsedUpSince: null,
  });
});
