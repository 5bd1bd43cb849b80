import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../platform/config/paths.js';
import { EVENT_TYPES, TEST_EVENT } from './event-types.js';
import { TESTABLE_EVENTS, testData } from './test-events.js';

interface DocumentedEvent {
  post: { requestBody: { content: { 'application/json': { example: { data: Record<string, unknown> } } } } };
}

describe('test events', () => {
  const documented = (
    JSON.parse(readFileSync(join(PROJECT_ROOT, 'docs/openapi.json'), 'utf8')) as {
      webhooks: Record<string, DocumentedEvent>;
    }
  ).webhooks;
  const exampleOf = (type: string) =>
    documented[type]!.post.requestBody.content['application/json'].example.data;
  /** The names of all properties, also of those inside lists, with their types. */
  const shapeOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.length > 0 ? [shapeOf(value[0])] : [];
    if (value === null || typeof value !== 'object') return 'value';
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
  };

  it('can be of every type', () => {
    expect([...TESTABLE_EVENTS].sort()).toEqual([...EVENT_TYPES, TEST_EVENT].sort());
  });

  it.each(TESTABLE_EVENTS)('has the documented shape and status of %s, and test', (type) => {
    const { test, deletedAt, ...data } = testData(type, 7, new Date('2031-05-31T12:00:00Z'));
    expect(test).toBe(true);
    expect(deletedAt !== undefined).toBe(type === 'signature.cancelled');
    // What callers choose themselves may be empty.
    const chosen = { ccOnComplete: [], metadata: {} };
    const given = Object.fromEntries(Object.entries(chosen).filter(([name]) => name in data));
    expect(shapeOf(data)).toEqual(shapeOf({ ...exampleOf(type), ...given }));
    expect(data.status).toBe(exampleOf(type).status);
  });
});
