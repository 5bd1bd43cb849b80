import { type ShownBox, type ShownSize } from '../document-field.js';
import { LONGEST_PDF_NAME } from '../form-import.js';

/** Flags of fields (ISO 32000-2 §12.7.4.1, §12.7.5.2.1, §12.7.5.3, §12.7.5.4). */
export const FLAG = {
  readOnly: 1,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  edit: 1 << 18,
  fileSelect: 1 << 20,
  multiSelect: 1 << 21,
  comb: 1 << 24,
  /** Of buttons; of texts, that they are rich. */
  inUnison: 1 << 25,
  richText: 1 << 25,
} as const;

/** Tx, Btn with its three sorts, Ch, Sig; `unknown` has no type or another one. */
export type SourceType = 'text' | 'check' | 'radio' | 'push' | 'choice' | 'signature' | 'unknown';

/** The scripts of a field, by the event that runs them (ISO 32000-2 §12.6.3, table 199). */
export const SCRIPT_EVENTS = { K: 'keystroke', F: 'format', V: 'validate', C: 'calculate' } as const;
export type ScriptEvent = (typeof SCRIPT_EVENTS)[keyof typeof SCRIPT_EVENTS];

/** An option of a choice; both are the same in a file that has only one of them. */
export interface SourceOption {
  value: string;
  label: string;
}

/** A place of a field, in a file as it is. */
export interface SourceWidget {
  /** From 1; null if no page has it. */
  page: number | null;
  /** Position among the widgets of all pages. */
  order: number;
  /** As the page is shown; null without a page or a rectangle. */
  box: ShownBox | null;
  /** Null if the box is. */
  pageSize: ShownSize | null;
  /** Degrees, clockwise, by which its text is turned as the page is shown: 0, 90, 180 or 270. */
  rotation: number;
  isHidden: boolean;
  /** Of a box to be ticked: the state that ticks it, and what that stands for in the form's data. */
  onState: string;
  exportValue: string;
  /** Whether it is ticked. */
  isOn: boolean;
  /** Of the widget alone; empty if it has none. */
  label: string;
}

/** A logical field, as it is in the file: all that have the same full name and type. */
export interface SourceField {
  /** Fully qualified (ISO 32000-2 §12.7.4.2); cut at MAX_NAME. */
  name: string;
  type: SourceType;
  flags: number;
  /** `TU`, `TM` and `DA`; empty if it has none. */
  label: string;
  mappingName: string;
  appearance: string;
  /** `Q`: to the left, centred, to the right. */
  alignment: 0 | 1 | 2;
  /** Null if it has none. */
  maxLength: number | null;
  /** Of a choice, at most one more than are allowed. */
  options: SourceOption[];
  /** `V` and `DV`: of a text and a choice the value, of a choice of several all of them; of a button its state. */
  value: string[];
  defaultValue: string[];
  scripts: Partial<Record<ScriptEvent, string>>;
  isBarcode: boolean;
  /** Whether the file has it several times with different rules, options or values, of which the first are kept. */
  isUneven: boolean;
  /** Whether another field has one of its widgets as well. */
  isContested: boolean;
  widgets: SourceWidget[];
}

export const MAX_NAME = LONGEST_PDF_NAME;

export const hasFlag = ({ flags }: Pick<SourceField, 'flags'>, flag: keyof typeof FLAG): boolean =>
  (flags & FLAG[flag]) !== 0;
