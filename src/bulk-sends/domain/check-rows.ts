import { emailKey } from '../../common/validation/email.decorator.js';
import { type TemplateInput } from '../../templates/domain/filled-template.js';
import { type TemplateFault } from '../../templates/domain/template-fault.js';
import { type CheckedRow, MAX_ROW_FAULTS } from './bulk-row.js';
import { readRow, type RowReading } from './read-row.js';
import { type RowFault } from './row-fault.js';

/** A row as a file has it. */
interface GivenRow {
  number: number;
  line: number;
  values: ReadonlyMap<string, unknown> | null;
  fault: RowFault | null;
}

/** What the template says of a row's people and values, and what is still to be found out about them; null for nothing. */
interface Judged<Unmeasured> {
  faults: readonly TemplateFault[];
  unmeasured: Unmeasured | null;
}

/** Checks the rows of a file one after the other, and each against those before it. */
export class RowChecks<Unmeasured> {
  private readonly references = new Map<string, { number: number; isRepeated: boolean }>();
  private readonly addresses = new Map<string, number>();
  private readonly wholes = new Map<string, number>();

  constructor(private readonly judge: (input: TemplateInput) => Judged<Unmeasured>) {}

  /**
   * @param digest - of all that the row holds
   * @returns the row, and what is still to be found out about it; null if it is wrong anyway
   */
  check(
    row: GivenRow,
    reading: RowReading,
    digest: string,
  ): { checked: CheckedRow; unmeasured: Unmeasured | null } {
    const { number, line, values } = row;
    if (values === null || row.fault) {
      const checked = { number, line, reference: null, source: {}, faults: [row.fault!], warnings: [] };
      return { checked, unmeasured: null };
    }
    const { reference, input, faults, warnings } = readRow(line, values, reading);
    const doubtful = new Set(faults.map(({ column }) => column));
    const judged = this.judge(input);
    for (const fault of judged.faults.map((each) => rowFault(each, line, reading)))
      if (!doubtful.has(fault.column)) faults.push(fault);
    if (reference !== null) faults.push(...this.noteReference(reference, row));
    warnings.push(...this.noteRepeated(row, input, digest));
    const checked = {
      ...{ number, line, reference, source: Object.fromEntries(values) },
      faults: faults.slice(0, MAX_ROW_FAULTS),
      warnings: warnings.slice(0, MAX_ROW_FAULTS),
    };
    return { checked, unmeasured: faults.length === 0 ? judged.unmeasured : null };
  }

  /** The first rows of references that later ones repeat: what is wrong with the later is wrong with them as well. */
  repeatedFirsts(): { number: number; reference: string }[] {
    return [...this.references].flatMap(([reference, { number, isRepeated }]) =>
      isRepeated ? [{ number, reference }] : [],
    );
  }

  private noteReference(reference: string, { number, line }: GivenRow): RowFault[] {
    const first = this.references.get(reference);
    if (!first) {
      this.references.set(reference, { number, isRepeated: false });
      return [];
    }
    first.isRepeated = true;
    return [repeatedReference(line, `that of row ${first.number}`)];
  }

  private noteRepeated({ number, line }: GivenRow, { roles }: TemplateInput, digest: string): RowFault[] {
    const same = this.wholes.get(digest);
    if (same !== undefined)
      return [{ code: 'row_repeated', line, message: `The row in line ${line} is the same as row ${same}` }];
    this.wholes.set(digest, number);
    const warnings = [...roles].flatMap(([role, { email }]): RowFault[] => {
      const place = `${role}:${emailKey(email)}`;
      const first = this.addresses.get(place);
      if (first === undefined) {
        this.addresses.set(place, number);
        return [];
      }
      const message = `${role}.email is the same as in row ${first}`;
      return [{ code: 'address_repeated', line, column: `${role}.email`, message }];
    });
    return warnings;
  }
}

/** What the template says of a row, by the column that it is about. */
export function rowFault(
  { code, field, message }: TemplateFault,
  line: number,
  { columns }: Pick<RowReading, 'columns'>,
): RowFault {
  const columnOf = (path: string) => {
    const target = targetOf(path);
    return columns.find((each) => each.target === target)?.column ?? target;
  };
  // A sender who wrote columns does not know the paths of the operation that sends one request.
  return { code, line, column: columnOf(field), message: message.replaceAll(PATH, columnOf) };
}

export const repeatedReference = (line: number, what: string): RowFault => ({
  code: 'reference_repeated',
  line,
  column: 'reference',
  message: `reference is the same as ${what}; each row needs its own, or none`,
});

/** Paths of `send` in the middle of a sentence. */
const PATH = /\b(?:roles\.[a-z][a-z0-9_]*(?:\.(?:email|name|locale))?|values\.[a-z][a-z0-9_]*)/g;

/** The column behind a path of `send`: `roles.tenant` is asked for by its address. */
function targetOf(path: string): string {
  const [, role, part] = /^roles\.([^.]+)(?:\.(\w+))?$/.exec(path) ?? [];
  return role === undefined ? path : `${role}.${part ?? 'email'}`;
}
