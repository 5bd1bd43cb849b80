import { type AppError, type FieldError } from '../../common/errors.js';
import { type Statement } from '../../platform/templates/statement.js';
import { type Problems } from './prepare-problems.js';

const told = (key: string): Statement => ({ key: `dashboard.${key}` });

/** Members of a definition that the form of the roles sets, with their controls and what is wrong with them. */
const OF_ROLES: readonly [member: RegExp, control: string, problem: string][] = [
  [/^roles\[(\d+)\]\.key$/, 'key-', 'templates.problems.key'],
  [/^roles\[(\d+)\]\.name$/, 'person-', 'templates.problems.name'],
  [/^roles\[(\d+)\]\.order$/, 'order-', 'templates.problems.order'],
  [/^roles$/, 'person-0', 'templates.problems.roles'],
  [/^options\.type$/, 'type', 'prepare.problems.type'],
  [/^options\.subject$/, 'subject', 'prepare.problems.subject'],
  [/^options\.messageContent$/, 'message', 'prepare.problems.message'],
  [/^options\.expiresInDays$/, 'expiresIn', 'templates.problems.expiresIn'],
  [/^options\.remindEvery$/, 'remindEvery', 'prepare.problems.remindEvery'],
  [/^options\.allowHandOver$/, 'allowHandOver', 'prepare.problems.handOver'],
  [/^options\.ccOnComplete/, 'copies', 'prepare.problems.copies'],
  [/^options\.senderName$/, 'senderName', 'prepare.problems.person'],
];

const DETAILS: typeof OF_ROLES = [
  [/^name$/, 'name', 'prepare.problems.documentName'],
  [/^description$/, 'description', 'templates.problems.description'],
  [/^note$/, 'note', 'templates.problems.note'],
];

/** What is wrong with the form of the roles, by control; empty if something else is wrong. */
export const problemsOfRoles = (error: Pick<AppError, 'details'>): Problems => problemsIn(error, OF_ROLES);

/** The same for a template's name and description, and for the note of a version. */
export const problemsOfDetails = (error: Pick<AppError, 'details'>): Problems => problemsIn(error, DETAILS);

function problemsIn({ details = [] }: Pick<AppError, 'details'>, known: typeof OF_ROLES): Problems {
  const problems = details.flatMap((detail) => problemsWith(detail, known));
  // The first is kept.
  return Object.fromEntries(problems.reverse());
}

function problemsWith(
  { field, code }: FieldError,
  known: typeof OF_ROLES,
): [control: string, problem: Statement][] {
  return known
    .filter(([member]) => member.test(field))
    .map(([member, control, problem]) => {
      const [, index = ''] = member.exec(field)!;
      return [control + index, told(code === 'role_repeated' ? 'templates.problems.keyRepeated' : problem)];
    });
}
