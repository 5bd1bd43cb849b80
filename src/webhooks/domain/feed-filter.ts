import { invalid, missingScope } from '../../common/errors.js';
import { EVENT_TYPES, TEST_EVENT } from './event-types.js';
import { type FeedPlace } from './feed-cursor.js';

const FEED_TYPES = [...EVENT_TYPES, TEST_EVENT];
const SCOPE = 'identity:read';

/**
 * Reads which part of the feed is requested.
 * @param scopes - the key's
 * @param readCursor - returns null for an invalid cursor
 * @throws AppError 400 naming the field; 403 `missing_scope` for events that the key may not read
 */
export function readFeedFilter(
  { after, types }: { after?: string; types?: string },
  scopes: readonly string[],
  readCursor: (text: string) => FeedPlace | null,
): { after?: FeedPlace; types?: string[] } {
  const wanted = types?.split(',').map((type) => type.trim());
  const unknown = wanted?.find((type) => !FEED_TYPES.includes(type));
  if (unknown !== undefined)
    throw invalid({ field: 'types', message: `types: ${unknown} is not one of ${FEED_TYPES.join(', ')}` });
  const place = after === undefined ? undefined : readCursor(after);
  if (place === null)
    throw invalid({ field: 'after', message: 'after must be the `next` of an earlier response' });
  const isAboutPeople = (wanted ?? FEED_TYPES).some((type) => type.startsWith('identity_verification.'));
  if (isAboutPeople && !scopes.includes(SCOPE))
    throw missingScope(SCOPE, ' for events of identity_verification');
  return { after: place, types: wanted };
}
