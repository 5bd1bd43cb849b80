import { type DataSource } from 'typeorm';
import { hashPassword, isPassword } from '../../src/organizations/password.js';
import { databaseBefore, undoMigrations } from '../support/migrations.js';

/** Adds a row to users with the columns that later moved to accounts. */
const ADD_USER = `
  insert into users (organization_id, email, email_key, role, password_hash) values ($1, $2, lower($2), $3, $4)
  returning id`;

/** Adds one request for each of these users. */
const ADD_REQUESTS = `
  insert into signatures (organization_id, created_by_user_id, type, sender_name, original_document_name,
    original_document_type, original_document_extension)
  select $1, id, 'fast', 'Acme', 'Lease', 'application/pdf', 'pdf' from unnest($2::bigint[]) id order by id
  returning id`;

describe('the migration to accounts', () => {
  let database: Awaited<ReturnType<typeof databaseBefore>>;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await databaseBefore(18);
    dataSource = database.dataSource;
  });
  afterAll(() => database?.drop());

  it('gives members one account per address, which keeps a password only if it was the only one', async () => {
    const [{ id: acme }, { id: other }] = await dataSource.query<[{ id: number }, { id: number }]>(
      "insert into organizations (name) values ('Acme'), ('Other') returning id",
    );
    const hashes = [await hashPassword('the words of Acme'), await hashPassword('the words of Other')];
    const add = async (...values: unknown[]) =>
      (await dataSource.query<{ id: number }[]>(ADD_USER, values))[0]!.id;
    const jane = await add(acme, 'Jane@acme.test', 'owner', hashes[0]);
    const annHere = await add(acme, 'ann@acme.test', 'admin', hashes[0]);
    const annThere = await add(other, 'Ann@acme.test', 'owner', hashes[1]);

    const made = await dataSource.query<{ id: number }[]>(ADD_REQUESTS, [acme, [jane, annHere]]);
    const creators = () =>
      dataSource.query<unknown[]>(
        'select id, created_by_user_id as "createdByUserId" from signatures order by id',
      );
    const asBefore = [jane, annHere].map((createdByUserId, at) => ({ id: made[at]!.id, createdByUserId }));

    await dataSource.runMigrations();
    // The API still names the same creators, though two of them share an account now.
    expect(await creators()).toEqual(asBefore);
    const members = await dataSource.query<
      { id: number; email: string; role: string; hash: string | null }[]
    >(
      `select u.id, a.email, u.role, a.password_hash as hash
       from users u join accounts a on a.id = u.account_id order by u.id`,
    );
    expect(members.map(({ id, email, role }) => [id, email, role])).toEqual([
      [jane, 'Jane@acme.test', 'owner'],
      [annHere, 'ann@acme.test', 'admin'],
      [annThere, 'ann@acme.test', 'owner'],
    ]);
    expect(await isPassword('the words of Acme', members[0]!.hash)).toBe(true);
    expect(members.slice(1).map(({ hash }) => hash)).toEqual([null, null]);

    await undoMigrations(dataSource, 18);
    const before = await dataSource.query<{ email: string }[]>('select email from users order by id');
    expect(before.map(({ email }) => email)).toEqual(['Jane@acme.test', 'ann@acme.test', 'ann@acme.test']);
    expect(await creators()).toEqual(asBefore);
  });
});
