import { emailKey } from '../../common/validation/email.decorator.js';
import { oddAddress } from '../../common/validation/odd-address.js';
import {
  EMPTY_ROW,
  isFilled,
  readSignersForm,
  rowsIn,
  type SignerRow,
  type SignersForm,
} from './signers-form.js';

/** What the form's buttons do to its rows where no script does it. The value of a button is the number of its row. */
export const ROW_ACTS = { up: moveUp, down: moveDown, remove: removeRow } as const;
const SIGNER_ACTS = { ...ROW_ACTS, mend: mendRow } as const;
const ACTS = ['more', 'me', ...(Object.keys(SIGNER_ACTS) as (keyof typeof SIGNER_ACTS)[])] as const;

export interface Me {
  email: string;
  name: string | null;
}

/** The form after its pressed button; null if that was another one. */
export function actOn(fields: Readonly<Record<string, unknown>>, me: Me): SignersForm | null {
  const act = ACTS.find((known) => fields[known] !== undefined);
  if (act === undefined) return null;
  const form = readSignersForm(fields);
  if (act === 'more') return { ...form, rows: [...form.rows, EMPTY_ROW] };
  if (act === 'me') return { ...form, rows: withMe(form.rows, me) };
  const pressed = rowsIn(fields)[Number(fields[act])];
  const index = form.rows.findIndex((row) => pressed !== undefined && sameRow(row, pressed));
  if (index < 0) return form;
  const isMove = act === 'up' || act === 'down';
  return {
    ...form,
    rows: SIGNER_ACTS[act](form.rows, index),
    // Who moves a signer means the order.
    sequence: isMove && form.sequence === 'together' ? 'listed' : form.sequence,
  };
}

/** Only one row of a form has the same address and name, but for rows that are wrong anyway. */
const sameRow = (a: SignerRow, b: SignerRow) => isFilled(a) && a.email === b.email && a.person === b.person;

export function withMe(rows: readonly SignerRow[], { email, name }: Me): SignerRow[] {
  if (rows.some((row) => emailKey(row.email) === emailKey(email))) return [...rows];
  return [...rows, { ...EMPTY_ROW, email, person: name ?? '' }];
}

function moveUp<Row>(rows: readonly Row[], index: number): Row[] {
  const above = Math.max(index - 1, 0);
  return rows.with(above, rows[index]!).with(index, rows[above]!);
}

function moveDown<Row>(rows: readonly Row[], index: number): Row[] {
  return index === rows.length - 1 ? [...rows] : moveUp(rows, index + 1);
}

function removeRow<Row>(rows: readonly Row[], index: number): Row[] {
  return rows.toSpliced(index, 1);
}

function mendRow(rows: readonly SignerRow[], index: number): SignerRow[] {
  const row = rows[index]!;
  return rows.with(index, { ...row, email: oddAddress(row.email)?.meant ?? row.email });
}

/** The rows with odd addresses that the member was not told about, marked as told; null if there are none. */
export function warnOfOddAddresses<Row extends Pick<SignerRow, 'email' | 'told'>>(
  rows: readonly Row[],
): Row[] | null {
  const isNew = ({ email, told }: Row) => oddAddress(email) !== null && emailKey(told) !== emailKey(email);
  if (!rows.some(isNew)) return null;
  return rows.map((row) => (isNew(row) ? { ...row, told: row.email } : row));
}
