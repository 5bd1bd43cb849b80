import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EndpointHealth, type HealthFacts } from '../../oversight/organization-health.js';
import { PROJECT_ROOT } from '../../platform/config/paths.js';
import { type WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { conditionOf } from './endpoint.view-model.js';
import { type HealthRow, toHealthRows } from './overview.view-model.js';

const NOW = new Date('2031-06-01T12:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const SINCE = inDays(-1);
const since = { instant: '2031-05-31T12:00:00.000Z' };
const LATER = inDays(300);

const WELL: HealthFacts = {
  jobs: { lateSince: null, givenUp: 0 },
  mail: { hasServer: true, quotaUsedUpSince: null, failingSince: null, givenUp: 0 },
  endpoints: [],
  sealKey: { isConfigured: false, notAfter: null, authorityNotAfter: null },
  timeStamps: { isOn: true, missing: 0 },
  storage: 'ok',
  undeleted: null,
  unsealed: [],
};
const endpoint = (more: Partial<EndpointHealth> = {}): EndpointHealth => ({
  id: 4,
  isFirst: true,
  called: 'hooks.example',
  isDisabled: false,
  isPaused: false,
  heldSince: null,
  failingSince: null,
  ...more,
});
const archive = (more: Partial<EndpointHealth>) => endpoint({ isFirst: false, called: 'Archive', ...more });
const key = (isConfigured: boolean, notAfter: Date | null, authorityNotAfter: Date | null = null) => ({
  sealKey: { isConfigured, notAfter, authorityNotAfter },
});
const until = (day: string) => ({ until: { day } });

type Case = [
  about: string,
  part: HealthRow['part'],
  facts: Partial<HealthFacts>,
  tone: HealthRow['tone'],
  says: string,
  values?: object,
];

const CASES: Case[] = [
  ['mail that works', 'mail', {}, 'success', 'ok'],
  ['no mail server', 'mail', { mail: { ...WELL.mail, hasServer: false } }, 'pending', 'none'],
  [
    'mail that fails',
    'mail',
    { mail: { ...WELL.mail, failingSince: SINCE } },
    'failed',
    'failing',
    { since },
  ],
  [
    'mail whose quota is used up, which is why it fails',
    'mail',
    { mail: { ...WELL.mail, quotaUsedUpSince: SINCE, failingSince: NOW } },
    'failed',
    'quota',
    { since },
  ],

  ['no endpoint', 'endpoint', {}, 'off', 'none'],
  ['an endpoint that works', 'endpoint', { endpoints: [endpoint()] }, 'success', 'ok'],
  ['a disabled endpoint', 'endpoint', { endpoints: [endpoint({ isDisabled: true })] }, 'off', 'disabled'],
  ['jobs on time', 'jobs', {}, 'success', 'ok'],
  ['late jobs', 'jobs', { jobs: { lateSince: SINCE, givenUp: 2 } }, 'failed', 'late', { since }],
  ['jobs given up', 'jobs', { jobs: { lateSince: null, givenUp: 2 } }, 'pending', 'givenUp', { count: 2 }],

  ['no key yet', 'sealKey', key(false, null), 'success', 'unused'],
  ['a key of its own', 'sealKey', key(false, LATER, LATER), 'success', 'own', until('2032-03-27')],
  [
    'a key of its own that ends soon, because nothing was sealed',
    'sealKey',
    key(false, inDays(29), LATER),
    'success',
    'ownEnds',
    until('2031-06-30'),
  ],
  [
    'a key of its own that has ended',
    'sealKey',
    key(false, inDays(-1), LATER),
    'success',
    'ownEnds',
    until('2031-05-31'),
  ],
  [
    'an authority that ends soon',
    'sealKey',
    key(false, inDays(20), inDays(29)),
    'pending',
    'authorityEndsSoon',
    until('2031-06-30'),
  ],
  [
    'an authority that has ended',
    'sealKey',
    key(false, inDays(-2), inDays(-1)),
    'pending',
    'authorityEnded',
    until('2031-05-31'),
  ],
  [
    'a signers’ authority that ends soon, with SEAL_P12 set',
    'sealKey',
    key(true, LATER, inDays(29)),
    'pending',
    'authorityEndsSoon',
    until('2031-06-30'),
  ],
  ['SEAL_P12', 'sealKey', key(true, inDays(31)), 'success', 'configured', until('2031-07-02')],
  [
    'SEAL_P12 that ends soon, before an authority that does',
    'sealKey',
    key(true, inDays(29), inDays(20)),
    'pending',
    'endsSoon',
    until('2031-06-30'),
  ],
  ['SEAL_P12 that has ended', 'sealKey', key(true, inDays(-1)), 'failed', 'ended', until('2031-05-31')],

  ['time stamps', 'timeStamps', {}, 'success', 'ok'],
  ['no time stamps', 'timeStamps', { timeStamps: { isOn: false, missing: 0 } }, 'off', 'none'],
  [
    'missing time stamps',
    'timeStamps',
    { timeStamps: { isOn: true, missing: 3 } },
    'failed',
    'missing',
    { count: 3 },
  ],

  ['storage with room', 'storage', {}, 'success', 'ok'],
  ['a full disk', 'storage', { storage: 'full' }, 'failed', 'full'],
  ['a folder that cannot be written', 'storage', { storage: 'unwritable' }, 'failed', 'unwritable'],
];

describe('health of the parts of the service', () => {
  const path = join(PROJECT_ROOT, 'views/locales/en/dashboard.json');
  const texts = JSON.parse(readFileSync(path, 'utf8')) as { state: Record<string, Record<string, unknown>> };

  it.each(CASES)('reports the health of a part: %s', (_about, part, facts, tone, ...[says, values]) => {
    const row = toHealthRows({ ...WELL, ...facts }, NOW, new Map()).find((each) => each.part === part);
    expect(row).toEqual({
      part,
      tone,
      lines: [{ says: { key: `dashboard.state.${part}.${says}`, values } }],
    });
    expect(texts.state[part]).toHaveProperty(says);
  });

  it('names every endpoint that fails, is held or is paused, each with its page and condition', () => {
    const endpoints = [
      endpoint({ isPaused: true, failingSince: SINCE }),
      archive({ id: 5, heldSince: SINCE }),
      endpoint({ id: 6, isFirst: false, called: 'Billing', failingSince: SINCE }),
      endpoint({ id: 7, isFirst: false, called: 'Works' }),
      endpoint({ id: 8, isFirst: false, called: 'Off', isDisabled: true, failingSince: SINCE }),
    ];
    const condition = conditionOf(
      { url: 'https://hooks.example', paused: false, held: false, disabled: false } as WebhookEndpoint,
      { endpointId: 6, failingSince: SINCE, retrying: 2, latest: null },
    );
    const conditions = new Map([[6, condition]]);
    const row = toHealthRows({ ...WELL, endpoints }, NOW, conditions).find(({ part }) => part === 'endpoint');
    expect(row).toEqual({
      part: 'endpoint',
      tone: 'failed',
      lines: [],
      endpoints: [
        { id: 6, called: 'Billing', place: '/dashboard/endpoints/6', condition },
        { id: 5, called: 'Archive', place: '/dashboard/endpoints/5', condition: undefined },
        { id: 4, called: 'hooks.example', place: '/dashboard/endpoint', condition: undefined },
      ],
    });
  });

  it('warns of an endpoint that is held, and of none that is disabled', () => {
    const endpoints = [endpoint({ heldSince: SINCE }), archive({ id: 5, isDisabled: true })];
    const row = toHealthRows({ ...WELL, endpoints }, NOW, new Map()).find(({ part }) => part === 'endpoint');
    expect(row).toMatchObject({ tone: 'pending', endpoints: [{ id: 4 }] });
  });

  it('gives each part a row that is independent of the others', () => {
    const rows = toHealthRows({ ...WELL, storage: 'full' }, NOW, new Map());
    expect(rows.map(({ part }) => part)).toEqual([
      'mail',
      'endpoint',
      'jobs',
      'sealKey',
      'timeStamps',
      'storage',
    ]);
    expect(rows.filter(({ tone }) => tone === 'failed').map(({ part }) => part)).toEqual(['storage']);
  });
});
