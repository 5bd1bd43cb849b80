import { type ListedActivity } from '../../activity/activity.queries.js';
import { ACTIVITY_TYPES, BY_ITSELF, type SubjectKind } from '../../activity/domain/activity-event.js';
import { type Somebody } from '../../organizations/account.queries.js';
import { NOBODY, type readActivityChoice } from '../domain/activity-choice.js';
import { factsInWords } from '../domain/activity-facts.js';
import { queryOf } from '../domain/address-query.js';
import { isWrong, unknownIn } from '../domain/filter-fields.js';
import { type ActivityRow } from './activity-rows.js';

export const ADDRESS = '/dashboard/activity';
/** Behind 'More filters'. */
const FOLDED = ['type', 'member', 'id', 'from', 'to'] as const;

/** The options of the page's form, with the choices, the typed text and its problems. */
export function choicesOf(read: ReturnType<typeof readActivityChoice>, everybody: readonly Somebody[]) {
  const { filter: choice, entered, problems } = read;
  return {
    types: ACTIVITY_TYPES.map((type) => ({ type, isChosen: type === choice.type })),
    unknown: unknownIn(problems),
    members: everybody.map((person) => ({
      ...person,
      // Two people can have the same name.
      label: person.name === null ? person.email : `${person.name}, ${person.email}`,
      isChosen: person.id === choice.member,
    })),
    isNobody: choice.member === NOBODY,
    kept: choice.kind ? [{ parameter: 'kind', kept: choice.kind }] : [],
    folded: FOLDED.filter((name) => entered[name] !== undefined).length,
    hasFoldedProblem: FOLDED.some((name) => problems[name] !== undefined),
    entered,
    problems,
    isWrong: isWrong(read),
    isFiltered: isWrong(read) || Object.keys(choice).length > 0,
  };
}

/** A row of the page. @param members - the names of current and former members, by id */
export function rowOf([event, ...earlier]: ActivityRow, members: ReadonlyMap<number, string>) {
  const { subjectKind, subjectId } = event;
  return {
    ...event,
    member: event.userId === null ? event.email : (members.get(event.userId) ?? event.email),
    looks: earlier.length > 0 ? earlier.length + 1 : 0,
    others: earlier.length,
    caseOf: caseOf(event),
    isOperator: event.userId === null && event.address === 'command line',
    isService: event.userId === null && event.address === BY_ITSELF,
    subject: subjectKind !== null &&
      subjectId !== null && {
        kind: subjectKind,
        id: subjectId,
        member: subjectKind === 'user' ? (members.get(subjectId) ?? event.subjectEmail) : null,
        address: `${ADDRESS}${queryOf({ kind: subjectKind as SubjectKind, id: subjectId })}`,
      },
    ...factsInWords(earlier.length > 0 ? {} : event.data),
  };
}

/** The case whose pictures were viewed; null for any other event. */
function caseOf({ type, data: { verificationId: id } }: ListedActivity) {
  if (type !== 'picture_seen' || typeof id !== 'number') return null;
  return { id, address: `${ADDRESS}${queryOf({ kind: 'identity_verification', id })}` };
}
