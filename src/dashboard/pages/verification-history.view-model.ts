import { type ListedActivity, type Looks } from '../../activity/activity.queries.js';
import { type VerificationHistory } from '../../identity-verifications/verifications.service.js';
import { type Statement } from '../../platform/templates/statement.js';
import { type MemberNames } from './request-history.view-model.js';

/** Events shown; a verification has a few dozen. */
const MOST_SHOWN = 200;

/** What the person does, so that the sentence goes with the person's name. */
const OF_PERSON: readonly string[] = [
  'started',
  'consented',
  'document_type_chosen',
  'image_received',
  'challenge_begun',
  'human_requested',
  'ask_cancelled',
];
/** What is told by another event: the request for a review by the decision that led to it. */
const TOLD_ELSEWHERE: readonly string[] = ['document_uploaded', 'completed', 'failed', 'review_requested'];
/** Acts of members that only the activity has. */
const ONLY_IN_ACTIVITY: readonly string[] = ['review_noted', 'media_erasure_begun'];

/** What a verification's history is told from. */
export interface HistorySources extends VerificationHistory {
  /** About the verification itself, the newest first. */
  activity: readonly ListedActivity[];
  looks: readonly Looks[];
  members: MemberNames;
  /** The name of the verified person, or the address of one without. */
  person: string;
  /** The member who began it; null for a program or a signer. */
  begunByUserId: number | null;
}

interface Told {
  type: string;
  createdAt: Date;
  data: Record<string, unknown>;
}

/** One sentence, with who did it, when, and from which IP address. */
export interface HistoryRow {
  type: string;
  words: Statement;
  /** How a reviewer is involved who decided because nobody else could. */
  although: string | null;
  person: string | null;
  by: string | null;
  address: string | null;
  at: Date;
}

/** What happened to a verification, the newest first. All looks of a member at its pictures are one row. */
export function toVerificationHistory(sources: HistorySources): HistoryRow[] {
  const { events, trail, activity, looks } = sources;
  const all: Told[] = [
    ...events.map(({ type, createdAt }) => ({ type: type.replace(/^.*\./, ''), createdAt, data: {} })),
    ...trail,
    ...activity
      .filter(({ type }) => ONLY_IN_ACTIVITY.includes(type))
      .map(({ type, userId, createdAt }) => ({ type, createdAt: new Date(createdAt), data: { userId } }))
      .reverse(),
    ...looks.map(({ userId, createdAt }) => ({ type: 'picture_seen', createdAt, data: { userId } })),
  ];
  const told = all.filter((event) => isTold(event, all));
  told.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return told
    .slice(-MOST_SHOWN)
    .map((event) => toRow(event, sources))
    .reverse();
}

function isTold({ type, data }: Told, all: readonly Told[]): boolean {
  if (TOLD_ELSEWHERE.includes(type)) return false;
  // A link that is sent by itself is told once it was accepted or refused.
  if (type === 'link_mail_queued') return typeof data.userId === 'number';
  const wasCancelled = all.some((other) => other.type === 'cancelled');
  if (type === 'expired') return !wasCancelled;
  return type !== 'decided' || !wasCancelled;
}

function toRow(event: Told, { activity, looks, members, person, begunByUserId }: HistorySources): HistoryRow {
  const { type, data, createdAt } = event;
  const begunBy = type === 'created' ? begunByUserId : null;
  const userId = typeof data.userId === 'number' ? data.userId : begunBy;
  // What a member does is recorded in the activity in the same transaction, with the address.
  const recorded =
    type === 'picture_seen'
      ? looks.find((look) => look.userId === userId)
      : activity.find(
          (act) => act.userId === userId && new Date(act.createdAt).getTime() === createdAt.getTime(),
        );
  const isOfPerson = OF_PERSON.includes(type) || (type === 'cancelled' && userId === null);
  return {
    type,
    words: { key: `dashboard.verifications.history.${keyOf(event)}`, values: valuesOf(data) },
    although: typeof data.involvement === 'string' ? data.involvement : null,
    person: isOfPerson ? person : null,
    by: userId === null ? null : (members.get(userId) ?? null),
    address: userId === null ? null : (recorded?.address ?? null),
    at: createdAt,
  };
}

function keyOf({ type, data }: Told): string {
  switch (type) {
    case 'link_mail_queued':
      return 'link_resent';
    case 'link_mail_failed':
      if (data.isWithheld === true) return 'link_withheld';
      return typeof data.code === 'string' ? 'link_mail_refused' : type;
    case 'image_received':
      return `${type}_${String(data.side)}`;
    case 'asked_again':
      return `${type}_${String(data.part)}`;
    case 'decided':
    case 'review_decided':
      return `${type}_${String(data.result)}`;
    default:
      return type;
  }
}

const valuesOf = ({ code }: Record<string, unknown>): Record<string, string> =>
  typeof code === 'string' ? { code } : {};
