import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { FILE_STORAGE_LOST, isDatabaseLost, isDiskFull, isStorageLost, outageOf } from './outages.js';

const withCode = (code: string) => Object.assign(new Error('as it may be'), { code });
const ofSocket = (code: string) => Object.assign(withCode(code), { syscall: 'read' });

it.each(['08006', '57P01', '57P02', '57P03', '53300', '25P03'])('takes %s for a lost database', (code) => {
  expect(isDatabaseLost(withCode(code))).toBe(true);
  expect(outageOf(withCode(code))).toMatchObject({ statusCode: 503, code: 'database_unavailable' });
});

it.each(['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN'])('takes %s of a socket for a lost database', (code) => {
  expect(isDatabaseLost(ofSocket(code))).toBe(true);
  const ofBothAddresses = Object.assign(new AggregateError([ofSocket(code)]), { code });
  expect(isDatabaseLost(ofBothAddresses)).toBe(true);
});

it('does not take a caller who hung up for a lost database', () => {
  expect(isDatabaseLost(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))).toBe(false);
});

it.each([
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  new QueryRunnerAlreadyReleasedError().message,
  new QueryRunnerProviderAlreadyReleasedError().message,
])('takes "%s" for a lost database', (message) => expect(isDatabaseLost(new Error(message))).toBe(true));

it.each(['ENOSPC', 'EDQUOT', '53100'])('takes %s for a full disk', (code) => {
  expect(isDiskFull(withCode(code))).toBe(true);
  expect(outageOf(withCode(code))).toMatchObject({ statusCode: 507, code: 'storage_full' });
});

it('takes lost storage for neither a lost database nor a full disk', () => {
  const error = withCode(FILE_STORAGE_LOST);
  expect([isStorageLost(error), isDatabaseLost(error), isDiskFull(error)]).toEqual([true, false, false]);
  expect(outageOf(error)).toMatchObject({ statusCode: 503, code: 'storage_unavailable' });
});

it.each(['23505', '42P01', 'ENOENT', 'ERR_INVALID_ARG_TYPE'])('takes %s for a bug of ours', (code) => {
  expect(outageOf(withCode(code))).toBeUndefined();
});
