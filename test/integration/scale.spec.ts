import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { createTestDatabase } from '../support/database.js';

const PAGE = readFileSync(join(PROJECT_ROOT, 'docs/scale.md'), 'utf8');

/** The page's code block with this title. */
function block(title: string): string {
  const found = PAGE.split('\n```').find((each) => each.split('\n')[0] === title);
  if (found === undefined) throw new Error(`docs/scale.md has no block ${title}`);
  return found.split('\n').slice(1).join('\n').trim();
}

it('the lists of docs/scale.md match the answers of its statements', async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ kind: string; keys: string }>(block('sql keys'));
    for (const kind of new Set(rows.map((row) => row.kind))) {
      const listed = rows.filter((row) => row.kind === kind).map(({ keys }) => keys);
      expect({ kind, keys: block(`text ${kind}`) }).toEqual({ kind, keys: listed.join('\n') });
    }
    const foreign = await client.query<{ without: number; all: number }>(block('sql foreign keys'));
    const { without, all } = foreign.rows[0]!;
    expect(block('text foreign keys')).toBe(`${without} of ${all}`);
  } finally {
    await client.end();
    await database.drop();
  }
});
