import { type ListedActivity } from '../../activity/activity.queries.js';
import { ACTIVITY_TYPES, SUBJECT_KINDS, type SubjectKind } from '../../activity/domain/activity-event.js';
import { type Somebody } from '../../organizations/account.queries.js';
import { type ActivityChoice, NOBODY } from '../domain/activity-choice.js';
import { queryOf } from '../domain/address-query.js';

export const ADDRESS = '/dashboard/activity';
const LISTED = 3;

/**
 * What the form of the page offers, with what is chosen.
 * @param typedId - the subject's, as it was typed
 */
export function choicesOf(choice: ActivityChoice, typedId: string, everybody: readonly Somebody[]) {
  return {
    types: ACTIVITY_TYPES.map((type) => ({ type, isChosen: type === choice.type })),
    members: everybody.map((person) => ({ ...person, isChosen: person.id === choice.member })),
    isNobody: choice.member === NOBODY,
    kinds: SUBJECT_KINDS.map((kind) => ({ kind, isChosen: kind === choice.kind })),
    typedId,
    idProblem: typedId !== '' && choice.id === undefined ? { key: 'dashboard.activity.wrongSubject' } : null,
    from: choice.from,
    to: choice.to,
    isFiltered: Object.keys(choice).length > 0 || typedId !== '',
  };
}

/** An event as a row of the page. */
export function rowOf(event: ListedActivity) {
  const { subjectKind, subjectId } = event;
  return {
    ...event,
    isOperator: event.userId === null && event.address === 'command line',
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
