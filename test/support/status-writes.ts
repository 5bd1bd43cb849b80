import ts from 'typescript';

/** A status column, by its names in source code. */
export interface StatusColumn {
  /** Entity classes that map the tables. */
  entities: readonly string[];
  tables: readonly string[];
  column: string;
}

/** Ways to write an entity without naming its columns in place. */
const OPAQUE_METHODS = new Set(['save', 'upsert', 'getRepository', 'createQueryBuilder', 'InjectRepository']);

/**
 * The code in a TypeScript source that writes the status, or might. An update of one of the entities passes only if
 * it names its columns in place.
 */
export function statusWritesIn(source: string, status: StatusColumn): string[] {
  const mentioned = [...status.entities, ...status.tables].join('|');
  // Sources that mention none of the names need no parsing.
  if (!new RegExp(String.raw`\b(?:${mentioned})\b`, 'i').test(source)) return [];
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const sqlWrites = sqlMatcher(status);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isWrite = ts.isCallExpression(node) ? callWrites(node, status) : sqlWrites(sqlOf(node));
    if (isWrite) found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function callWrites(call: ts.CallExpression, { entities, column }: StatusColumn): boolean {
  const { expression: called, arguments: values } = call;
  const method = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
  const entity = values[0];
  if (!entity || !ts.isIdentifier(entity) || !entities.includes(entity.text)) return false;
  if (OPAQUE_METHODS.has(method)) return true;
  if (method === 'update') return !namesOtherColumns(values[2], column);
  return method === 'insert' && new RegExp(String.raw`\b${column}\b`).test(values[1]?.getText() ?? '');
}

function namesOtherColumns(values: ts.Expression | undefined, column: string): boolean {
  if (!values || !ts.isObjectLiteralExpression(values)) return false;
  return values.properties.every(({ name }) => name && ts.isIdentifier(name) && name.text !== column);
}

/** Whether SQL sets the status: in an UPDATE, or in an INSERT that names it or sets it on conflict. */
function sqlMatcher({ tables, column }: StatusColumn): (sql: string) => boolean {
  const table = String.raw`"?(?:${tables.join('|')})"?`;
  const end = String.raw`(?:\bwhere\b|\breturning\b|;|$)`;
  const writes = [
    String.raw`\bupdate\s+(?:only\s+)?${table}\b[^;]*?\bset\b([^;]*?)${end}`,
    String.raw`\binsert\s+into\s+${table}[^;]*?\(([^)]*)\)`,
    String.raw`\binsert\s+into\s+${table}\b[^;]*?\bdo\s+update\s+set\b([^;]*?)${end}`,
    String.raw`\bmerge\s+into\s+(${table})`,
  ].map((pattern) => new RegExp(pattern, 'gi'));
  // The status itself, or a name that the text does not show.
  const statusOrUnknown = new RegExp(String.raw`\b${column}\b|\$\{\}|^${table}$`, 'i');
  return (sql) =>
    writes.some((pattern) =>
      [...sql.matchAll(pattern)].some(([, columns]) => statusOrUnknown.test(columns!)),
    );
}

/** The text of a string or template, with `${}` for each expression in it. */
function sqlOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return node.head.text + node.templateSpans.map(({ literal }) => `\${}${literal.text}`).join('');
}
