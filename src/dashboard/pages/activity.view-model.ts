import { type ListedActivity } from '../../activity/activity.queries.js';
import {
  ACTIVITY_TYPES,
  BY_ITSELF,
  SUBJECT_KINDS,
  type SubjectKind,
} from '../../activity/domain/activity-event.js';
import { type Somebody } from '../../organizations/account.queries.js';
import { NOBODY, type readActivityChoice } from '../domain/activity-choice.js';
import { queryOf } from '../domain/address-query.js';
import { isWrong } from '../domain/filter-fields.js';

export const ADDRESS = '/dashboard/activity';
const LISTED = 3;

/** What the form of the page offers, with what is chosen, what was typed, and what is wrong with it. */
export function choicesOf(read: ReturnType<typeof readActivityChoice>, everybody: readonly Somebody[]) {
  const { filter: choice, entered, problems } = read;
  return {
    types: ACTIVITY_TYPES.map((type) => ({ type, isChosen: type === choice.type })),
    members: everybody.map((person) => ({ ...person, isChosen: person.id === choice.member })),
    isNobody: choice.member === NOBODY,
    kinds: SUBJECT_KINDS.map((kind) => ({ kind, isChosen: kind === choice.kind })),
    entered,
    problems,
    isWrong: isWrong(read),
    isFiltered: isWrong(read) || Object.keys(choice).length > 0,
  };
}

/** An event as a row of the page. */
export function rowOf(event: ListedActivity) {
  const { subjectKind, subjectId } = event;
  return {
    ...event,
    isOperator: event.userId === null && event.address === 'command line',
    isService: event.userId === null && event.address === BY_ITSELF,
    subject: subjectKind !== null &&
      subjectId !== null && {
        kind: subjectKind,
        id: subjectId,
        email: event.subjectEmail,
        address: `${ADDRESS}${queryOf({ kind: subjectKind as SubjectKind, id: subjectId })}`,
      },
    details: Object.entries(event.data).map(([what, fact]) => ({ what, fact: shortened([fact].flat()) })),
  };
}

/** A longer list as its length; exports have all of it. */
const shortened = (list: unknown[]) => (list.length > LISTED ? String(list.length) : list.join(', '));
