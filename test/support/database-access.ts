import ts from 'typescript';

/** How a source file reaches the database. */
export interface DatabaseAccess {
  /** The SQL statements in it, from their first words on. */
  statements: string[];
  /** Tables that its SQL names. */
  tables: string[];
  /** Those into which it inserts. */
  inserted: string[];
  /** Calls such as `manager.update(Signer` that read or write an entity. */
  calls: { entity: string; method: string }[];
  /** Whether it builds queries step by step, which amounts to SQL. */
  buildsQueries: boolean;
}

const STATEMENT =
  /^\s*(?:select\s(?!1$)|insert\s+into\s|update\s+\w+(?:\s+(?:as\s+)?\w+)?\s+set\s|delete\s+from\s|with\s+\w+\s+as\s)/i;
/** What can precede the name of a table. */
const BEFORE_TABLE = String.raw`\b(?:from|join|into|update|using|table)\s+(?:only\s+)?|\bfrom\s[^;]*,\s*`;
/** Creates an object in memory only. */
const IN_MEMORY = 'create';

/** @param names - of all tables and entity classes */
export function databaseAccessOf(
  source: string,
  { tables, entities }: { tables: readonly string[]; entities: readonly string[] },
): DatabaseAccess {
  const access: DatabaseAccess = {
    statements: [],
    tables: [],
    inserted: [],
    calls: [],
    buildsQueries: false,
  };
  const mentioned = new RegExp(String.raw`\b(?:select|${[...tables, ...entities].join('|')})\b`, 'i');
  // Sources that mention none of the names need no parsing.
  if (!mentioned.test(source)) return access;
  const named = new RegExp(String.raw`(?<=${BEFORE_TABLE})"?(${tables.join('|')})\b`, 'gi');
  const inserted = new RegExp(String.raw`\binsert\s+into\s+"?(${tables.join('|')})\b`, 'gi');
  const found = (pattern: RegExp, sql: string) => [...sql.matchAll(pattern)].map(([, name]) => name!);
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (STATEMENT.test(text)) access.statements.push(text.trim().split('\n')[0]!);
    access.tables.push(...found(named, text));
    access.inserted.push(...found(inserted, text));
    if (ts.isCallExpression(node)) {
      const { expression: called, arguments: values } = node;
      const method = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
      if (method === 'createQueryBuilder') access.buildsQueries = true;
      const entity = values[0]?.getText() ?? '';
      if (entities.includes(entity) && method !== IN_MEMORY) access.calls.push({ entity, method });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return access;
}

/** The text of a string or template, with `${}` for each expression in it. */
function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return node.head.text + node.templateSpans.map(({ literal }) => `\${}${literal.text}`).join('');
}
