import { type HistorySources, toVerificationHistory } from './verification-history.view-model.js';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 29, 9, minute));
const sourcesOf = (changes: Partial<Record<keyof HistorySources, unknown>>): HistorySources =>
  ({
    events: [],
    trail: [],
    activity: [],
    looks: [],
    pictureIds: [],
    members: new Map([[7, 'Dana Ruiz']]),
    person: 'Anna Eriksson',
    begunByUserId: null,
    ...changes,
  }) as HistorySources;
const wordsOf = (changes: Partial<Record<keyof HistorySources, unknown>>) =>
  toVerificationHistory(sourcesOf(changes)).map(({ words }) =>
    words.key.replace('dashboard.verifications.history.', ''),
  );

describe('the history of a verification', () => {
  it('merges events, trail, activity and looks by time, the newest first', () => {
    const rows = toVerificationHistory(
      sourcesOf({
        events: [{ type: 'identity_verification.created', createdAt: at(0) }],
        trail: [
          { type: 'decided', data: { result: 'manual_review' }, createdAt: at(1) },
          { type: 'review_requested', data: {}, createdAt: at(1) },
          {
            type: 'review_decided',
            data: { result: 'rejected', userId: 7, involvement: 'sender' },
            createdAt: at(4),
          },
        ],
        activity: [
          { type: 'review_noted', userId: 7, address: '192.0.2.9', createdAt: at(5).toISOString() },
          { type: 'review_decided', userId: 7, address: '192.0.2.7', createdAt: at(4).toISOString() },
          { type: 'review_claimed', userId: 7, address: '192.0.2.7', createdAt: at(2).toISOString() },
        ],
        looks: [{ userId: 7, address: '192.0.2.8', createdAt: at(3) }],
      }),
    );
    expect(
      rows.map(({ words, by, although, address }) => [words.key.split('.').at(-1), by, although, address]),
    ).toEqual([
      ['review_noted', 'Dana Ruiz', null, '192.0.2.9'],
      ['review_decided_rejected', 'Dana Ruiz', 'sender', '192.0.2.7'],
      ['picture_seen', 'Dana Ruiz', null, '192.0.2.8'],
      ['decided_manual_review', null, null, null],
      ['created', null, null, null],
    ]);
  });

  it('says what became of the emails with the link', () => {
    const trail = [
      { type: 'link_mail_queued', data: {} },
      { type: 'link_mailed', data: {} },
      { type: 'link_mail_queued', data: { userId: 7 } },
      { type: 'link_mail_failed', data: { code: '550' } },
      { type: 'link_mail_failed', data: { code: null } },
      { type: 'link_mail_failed', data: { code: null, isWithheld: true } },
    ].map((event, minute) => ({ ...event, createdAt: at(minute) }));
    expect(wordsOf({ trail }).reverse()).toEqual([
      'link_mailed',
      'link_resent',
      'link_mail_refused',
      'link_mail_failed',
      'link_withheld',
    ]);
    expect(toVerificationHistory(sourcesOf({ trail: trail.slice(3, 4) }))[0]!.words.values).toEqual({
      code: '550',
    });
  });

  it('tells a cancelled one by who cancelled it, and not as decided or expired as well', () => {
    const trail = [
      { type: 'cancelled', data: {}, createdAt: at(1) },
      { type: 'decided', data: { result: 'rejected' }, createdAt: at(1) },
    ];
    const [row, ...others] = toVerificationHistory(sourcesOf({ trail }));
    expect([row!.person, row!.by, others]).toEqual(['Anna Eriksson', null, []]);
  });
});
