import {
  ACTIVITY_TYPES,
  type ActivityType,
  SUBJECT_KINDS,
  type SubjectKind,
} from '../../activity/domain/activity-event.js';
import { parseId } from '../../common/ids.js';
import { dayOf, endOf, startOf } from './calendar-days.js';

/** The value of `member` for events without a signed-in member. */
export const NOBODY = 'none';

/** Which events a page or an export shows, as its address says it. */
export interface ActivityChoice {
  type?: ActivityType;
  member?: number | typeof NOBODY;
  kind?: SubjectKind;
  id?: number;
  /** UTC days, both included. */
  from?: string;
  to?: string;
}

/** Unknown values are left out, because old addresses may have them. */
export function readActivityChoice(query: Record<string, unknown>): ActivityChoice {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '');
  const choice: ActivityChoice = {
    type: ACTIVITY_TYPES.find((type) => type === query.type),
    member: query.member === NOBODY ? NOBODY : (parseId(text('member')) ?? undefined),
    kind: SUBJECT_KINDS.find((kind) => kind === query.kind),
    id: parseId(text('id')) ?? undefined,
    from: dayOf(query.from),
    to: dayOf(query.to),
  };
  return withoutUndefined(choice);
}

/** The choice as the conditions of a query. */
export function filterOf({ type, member, kind, id, from, to }: ActivityChoice) {
  return withoutUndefined({
    type,
    userId: member === NOBODY ? null : member,
    subjectKind: kind,
    subjectId: id,
    from: startOf(from),
    until: endOf(to),
  });
}

function withoutUndefined<Choice extends object>(choice: Choice): Choice {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined)) as Choice;
}
