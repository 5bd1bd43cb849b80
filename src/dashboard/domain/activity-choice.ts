import { type ActivityFilter, type ActivitySought } from '../../activity/activity.queries.js';
import {
  ACTIVITY_TYPES,
  type ActivityType,
  SUBJECT_KINDS,
  type SubjectKind,
} from '../../activity/domain/activity-event.js';
import { parseId } from '../../common/ids.js';
import { emailKey } from '../../common/validation/email.decorator.js';
import { type Somebody } from '../../organizations/account.queries.js';
import { boundsOf } from './calendar-days.js';
import { FilterFields, type ReadFilter } from './filter-fields.js';
import { readSought } from './sought.js';

/** The value of `member` for events without a signed-in member. */
export const NOBODY = 'none';

/** The parameters of the list's address. */
export const ACTIVITY_FIELDS = ['q', 'type', 'member', 'kind', 'id', 'from', 'to', 'before'] as const;
const MAX_NUMBER = 2 ** 31 - 1;
type Field = (typeof ACTIVITY_FIELDS)[number];

/** The events that a page or an export shows, as chosen in its address. */
export interface ActivityChoice {
  /** The text of the search box. */
  q?: string;
  type?: ActivityType;
  member?: number | typeof NOBODY;
  kind?: SubjectKind;
  id?: number;
  /** Days, both included. */
  from?: string;
  to?: string;
}

/** @param memberIds - of all current and former members */
export function readActivityChoice(
  query: Record<string, unknown>,
  memberIds: readonly number[],
): ReadFilter<ActivityChoice, Field> & { before?: number } {
  const fields = new FilterFields<Field>(query);
  const member = fields.option('member', [NOBODY, ...memberIds.map(String)]);
  const [from, to] = fields.days('from', 'to');
  const before = fields.place('before', numberOf);
  const choice: ActivityChoice = {
    q: fields.sought('q'),
    type: fields.option('type', ACTIVITY_TYPES),
    member: member === undefined || member === NOBODY ? member : Number(member),
    kind: fields.option('kind', SUBJECT_KINDS),
    id: fields.parsed('id', parseId, { key: 'dashboard.activity.wrongSubject' }),
    from,
    to,
  };
  return { ...fields.read(withoutUndefined(choice)), before };
}

/** What the words of a search are compared with. */
interface Searched {
  /** In which days begin and end. */
  timeZone: string;
  /** All current and former members. */
  everybody: readonly Somebody[];
  /** What an action is called on the page. */
  nameOf: (type: ActivityType) => string;
}

/** The number of an event, a 32-bit integer. */
function numberOf(text: string): number | undefined {
  const number = parseId(text);
  return number === null || number > MAX_NUMBER ? undefined : number;
}

/** The choice as query conditions. */
export function filterOf({ q, type, member, kind, id, from, to }: ActivityChoice, searched: Searched) {
  return withoutUndefined<ActivityFilter>({
    sought: q === undefined ? undefined : soughtOf(q, searched),
    type,
    userId: member === NOBODY ? null : member,
    subjectKind: kind,
    subjectId: id,
    ...boundsOf(from, to, searched.timeZone),
  });
}

/** Digits are the id of a subject. An `@` begins a member's address; anything else is a part of a name or an action. */
function soughtOf(q: string, { everybody, nameOf }: Searched): ActivitySought | undefined {
  const { id, address, text = '' } = readSought(q) ?? {};
  if (id !== undefined) return { subjectId: id };
  const isSought = ({ name, email }: Somebody) =>
    address === undefined
      ? contains(name ?? '', text) || contains(email, text)
      : emailKey(email).startsWith(address);
  const types = address === undefined ? ACTIVITY_TYPES.filter((type) => contains(nameOf(type), text)) : [];
  return { userIds: everybody.filter(isSought).map((somebody) => somebody.id), types };
}

const contains = (whole: string, part: string) => whole.toLowerCase().includes(part.toLowerCase());

function withoutUndefined<Choice extends object>(choice: Choice): Choice {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined)) as Choice;
}
