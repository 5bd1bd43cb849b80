import { type EntityManager } from 'typeorm';
import { emailKey } from '../../../common/validation/email.decorator.js';

export interface PastSigner {
  email: string;
  /** Null if the request did not name the person. */
  name: string | null;
}

/** Addresses of erased people. */
const TOMBSTONE = '@erased.invalid';

/**
 * The first `$4` different values of an indexed expression from `$2` up to `$3`, each with the newest signer of that value. Every
 * value is one step in the index, however many requests have it.
 */
const stepsThrough = (value: string, condition: string) => `
  with recursive found as (
    (select ${value} as value, 1 as number from signature_signers g
      where g.organization_id = $1 and ${condition} and ${value} ~>=~ $2 and ${value} ~<~ $3
      order by ${value} using ~<~ limit 1)
    union all
    select next.value, found.number + 1 from found cross join lateral (
      select ${value} as value from signature_signers g
      where g.organization_id = $1 and ${condition} and ${value} ~>~ found.value and ${value} ~<~ $3
      order by ${value} using ~<~ limit 1) next
    where found.number < $4)
  select person.* from found cross join lateral (
    select g.email, g.name, g.signature_id as id from signature_signers g
    where g.organization_id = $1 and ${condition} and ${value} = found.value
    order by g.signature_id desc limit 1) person`;

const BY_ADDRESS = stepsThrough('g.email_key', `right(g.email_key, ${TOMBSTONE.length}) <> '${TOMBSTONE}'`);
const BY_NAME = stepsThrough('lower(g.name)', 'g.name is not null');

/** No character of an address or a name is beyond it. */
const LAST = '\u{10ffff}';

/**
 * Signers of the organization whose address or name begins with `text`, in small letters; each address once, those
 * who were asked last first.
 */
export async function findPastSigners(
  manager: EntityManager,
  organizationId: number,
  { text, limit }: { text: string; limit: number },
): Promise<PastSigner[]> {
  const values = [organizationId, text, text + LAST, limit];
  const byAddress = await manager.query<(PastSigner & { id: number })[]>(BY_ADDRESS, values);
  const byName = await manager.query<(PastSigner & { id: number })[]>(BY_NAME, values);
  const newest = [...byAddress, ...byName].sort((a, b) => b.id - a.id);
  const isFirst = ({ email }: PastSigner, index: number) =>
    newest.findIndex((other) => emailKey(other.email) === emailKey(email)) === index;
  return newest
    .filter(isFirst)
    .slice(0, limit)
    .map(({ email, name }) => ({ email, name }));
}
