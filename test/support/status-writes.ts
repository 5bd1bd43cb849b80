import ts from 'typescript';

const ENTITIES = new Set(['Signature', 'Signer']);
const TABLE = String.raw`"?(?:signatures|signature_signers)"?`;
/** The columns that an UPDATE sets, or an INSERT names or sets where its row exists. */
const SQL_WRITES = [
  new RegExp(
    String.raw`\bupdate\s+(?:only\s+)?${TABLE}\b[^;]*?\bset\b([^;]*?)(?:\bwhere\b|\breturning\b|;|$)`,
    'gi',
  ),
  new RegExp(String.raw`\binsert\s+into\s+${TABLE}[^;]*?\(([^)]*)\)`, 'gi'),
  new RegExp(
    String.raw`\binsert\s+into\s+${TABLE}\b[^;]*?\bdo\s+update\s+set\b([^;]*?)(?:\bwhere\b|\breturning\b|;|$)`,
    'gi',
  ),
  new RegExp(String.raw`\bmerge\s+into\s+(${TABLE})`, 'gi'),
];
/** Sources that need no parsing lack all of these. */
const MENTIONED = /\bSignature\b|\bSigner\b|\bsignatures\b|\bsignature_signers\b/i;
/** The status itself, or what cannot be known from the text. */
const STATUS_OR_UNKNOWN = /\bstatus\b|\$\{\}|^"?signature/i;
/** Ways to write an entity whose columns do not stand where it is written. */
const OPAQUE_METHODS = new Set(['save', 'upsert', 'getRepository', 'createQueryBuilder', 'InjectRepository']);

/**
 * What in a TypeScript source writes the status of a request or a signer, or could. An update of these entities passes only
 * where it names its columns in place.
 */
export function statusWritesIn(source: string): string[] {
  if (!MENTIONED.test(source)) return [];
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isWrite = ts.isCallExpression(node) ? callWrites(node) : sqlWrites(sqlOf(node));
    if (isWrite) found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function callWrites(call: ts.CallExpression): boolean {
  const { expression: called, arguments: values } = call;
  const method = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
  const entity = values[0];
  if (!entity || !ts.isIdentifier(entity) || !ENTITIES.has(entity.text)) return false;
  if (OPAQUE_METHODS.has(method)) return true;
  if (method === 'update') return !namesOtherColumns(values[2]);
  return method === 'insert' && /\bstatus\b/.test(values[1]?.getText() ?? '');
}

function namesOtherColumns(values: ts.Expression | undefined): boolean {
  if (!values || !ts.isObjectLiteralExpression(values)) return false;
  return values.properties.every(({ name }) => name && ts.isIdentifier(name) && name.text !== 'status');
}

const sqlWrites = (sql: string) =>
  SQL_WRITES.some((pattern) =>
    [...sql.matchAll(pattern)].some(([, columns]) => STATUS_OR_UNKNOWN.test(columns!)),
  );

/** The text of a string or template, with `${}` for what it takes from elsewhere. */
function sqlOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return node.head.text + node.templateSpans.map(({ literal }) => `\${}${literal.text}`).join('');
}
