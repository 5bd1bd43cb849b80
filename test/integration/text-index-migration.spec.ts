import { textIndexState } from '../../src/signatures/lists/signature-search.queries.js';
import { databaseBefore } from '../support/migrations.js';

it('creates no index of texts if the service may not create the extension', async () => {
  const { dataSource, drop } = await databaseBefore(75, 'superuser');
  const runner = dataSource.createQueryRunner();
  try {
    for (const statement of [
      'drop extension if exists btree_gin',
      'create role without_extensions',
      'alter table signatures owner to without_extensions',
      'grant create on schema public to without_extensions',
      'set role without_extensions',
    ])
      await runner.query(statement);
    const [creates, removes] = ['75', '76'].map((number) =>
      dataSource.migrations.find(({ constructor }) => constructor.name.endsWith(number)),
    );
    const hasFormer = async () => {
      await removes!.up(runner);
      const [{ former }] = await runner.query("select to_regclass('signatures_by_text') as former");
      return former !== null;
    };
    await creates!.up(runner);
    expect([await textIndexState(runner.manager), await hasFormer()]).toEqual(['missing', true]);
    await runner.query('reset role');
    await creates!.up(runner);
    expect([await textIndexState(runner.manager), await hasFormer()]).toEqual(['usable', false]);
  } finally {
    for (const statement of [
      'reset role',
      'alter table signatures owner to current_user',
      'drop owned by without_extensions',
      'drop role without_extensions',
    ])
      await runner.query(statement);
    await runner.release();
    await drop();
  }
});
