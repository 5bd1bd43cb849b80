import {
  ACTIVITY_TYPES,
  type ActivityType,
  SUBJECT_KINDS,
  type SubjectKind,
} from '../../activity/domain/activity-event.js';
import { parseId } from '../../common/ids.js';
import { endOf, startOf } from './calendar-days.js';
import { FilterFields, type ReadFilter } from './filter-fields.js';

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

/** Unknown choices are left out, because old addresses may have them. */
export function readActivityChoice(
  query: Record<string, unknown>,
): ReadFilter<ActivityChoice, 'type' | 'kind' | 'id' | 'from' | 'to'> {
  const fields = new FilterFields<'type' | 'kind' | 'id' | 'from' | 'to'>(query);
  const member = typeof query.member === 'string' ? query.member : '';
  const [from, to] = fields.days('from', 'to');
  const choice: ActivityChoice = {
    type: fields.choice('type', ACTIVITY_TYPES),
    member: member === NOBODY ? NOBODY : (parseId(member) ?? undefined),
    kind: fields.choice('kind', SUBJECT_KINDS),
    id: fields.parsed('id', parseId, { key: 'dashboard.activity.wrongSubject' }),
    from,
    to,
  };
  return fields.read(withoutUndefined(choice));
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
