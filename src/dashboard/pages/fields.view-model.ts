import { type AppError } from '../../common/errors.js';
import { type DocumentField } from '../../signatures/document-field.entity.js';
import { type PlannedSigner } from '../../signatures/send-plan.entity.js';
import { sheetsOf } from '../../signing/domain/sheets.js';
import { type EnteredField, indexOf } from '../domain/fields-form.js';
import { type Draft } from './drafts.service.js';

/** Rows of the table that nothing is in yet. */
const EMPTY_ROWS = 5;
/** The editor's colours, of which further signers take the same in turn. */
const COLOURS = 6;

/** The placed fields as the API takes them; text tags stay where they are. */
export function toEnteredFields(fields: readonly DocumentField[]): EnteredField[] {
  return fields
    .filter(({ signerEmail }) => signerEmail !== null)
    .map(({ kind, signerEmail, page, box, label, required }) => ({
      kind,
      signerEmail,
      page,
      ...rounded(box),
      label,
      required,
    }));
}

/** What the editor's script reads. */
export function toEditorModel(draft: Draft, entered: readonly EnteredField[], refusal: AppError | null) {
  const tags = draft.fields
    .filter(({ signerEmail }) => signerEmail === null)
    .map(({ kind, page, box, signerNumber }) => ({ kind, page, ...rounded(box), signerNumber }));
  return {
    signers: signersOf(draft),
    editor: {
      fields: JSON.stringify(entered),
      tags: JSON.stringify(tags),
      pages: JSON.stringify(draft.pageSizes),
      problems: JSON.stringify(problemsIn(refusal)),
    },
    fieldProblems: problemsIn(refusal),
    ...toPagesModel(draft),
    file: `/dashboard/signatures/${draft.signature.id}/presented`,
  };
}

/** The places of the pages before they are drawn. */
function toPagesModel({ pageSizes }: Pick<Draft, 'pageSizes'>) {
  const pageCount = pageSizes?.length ?? 0;
  return { sheets: sheetsOf({ pageSizes, pages: pageCount }), pageCount };
}

/** The rows of the table. */
export function toTableModel(draft: Draft, entered: readonly EnteredField[], refusal: AppError | null) {
  const problems = problemsIn(refusal);
  const rows = [...entered, ...Array.from({ length: EMPTY_ROWS }, (): EnteredField => ({ required: true }))];
  return {
    signers: signersOf(draft),
    pageCount: draft.pageSizes?.length ?? 0,
    rows: rows.map(({ label: words, ...field }, index) => {
      const own = problems.filter((problem) => problem.index === index);
      const wrong = own.flatMap(({ column, sentence }) => (column === '' ? sentence : []));
      const wrongColumns = Object.fromEntries(own.map(({ column, fault }) => [column, fault]));
      return { ...field, words, index, number: index + 1, wrong, wrongColumns };
    }),
    fieldProblems: problems.filter(({ index }) => index === null),
  };
}

/** The signers with what tells them apart in the editor. */
export function signersOf({ plan }: Draft) {
  return (plan?.signers ?? []).map(({ email, name }: PlannedSigner, index) => ({
    email,
    person: name || email,
    number: index + 1,
    colour: (index % COLOURS) + 1,
  }));
}

/** An error of the API with the numbers of fields on the page in place of its indices. */
export const inNumbers = (message: string) =>
  message
    .replace(/^fields\[(\d+)\]/, (_, index) => `Field ${Number(index) + 1}`)
    .replace(/fields\[(\d+)\]/g, (_, index) => `field ${Number(index) + 1}`);

interface FieldProblem {
  /** The field's place in the form, from 0; null for the whole form. */
  index: number | null;
  number: number;
  /** The column of the table that it is about; empty for the whole field. */
  column: string;
  sentence: string;
  /** The sentence without its subject. */
  fault: string;
}

/** The API's sentences, without the names of its members. */
function problemsIn(refusal: AppError | null): FieldProblem[] {
  return (refusal?.details ?? []).map(({ field, message }) => {
    const index = indexOf(field);
    const sentence = message.replace(/^fields(\[\d+\])?\.?/, '').trim();
    const member = /^fields\[\d+\]\.(\w+)$/.exec(field)?.[1] ?? '';
    const column = member === 'signerEmail' ? 'signer' : member;
    const fault = sentence.startsWith(`${member} `) ? sentence.slice(member.length + 1) : sentence;
    return { index, number: (index ?? -1) + 1, column, sentence, fault };
  });
}

const rounded = ({ x, y, width, height }: DocumentField['box']) => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
});
const round = (points: number) => Number(points.toFixed(2));
