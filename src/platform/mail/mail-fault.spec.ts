import { reasonOf } from './mail-fault.js';

const failed = (response?: string) =>
  Object.assign(new Error('failed'), { code: 'EMESSAGE', responseCode: 451, response });

describe('reasons of refused mail', () => {
  it.each([
    ['come back later', '451 4.3.0 come back later', '451 4.3.0 come back later'],
    ['an address in brackets', '451 <ann.lee@acme.test>: later', '451 …: later'],
    ['an address without brackets', '451 ann.lee@acme.test is busy', '451 … is busy'],
    ['a quoted address', '451 "ann lee"@acme.test is busy', '451 … is busy'],
    ['brackets that are not closed', '451 later <ann.lee', '451 later …'],
    ['the name before the @', '451 mailbox ANN.LEE is busy', 'EMESSAGE 451'],
    ['several lines', '451-no\r\n451 not now', '451-no 451 not now'],
    ['nothing', undefined, 'EMESSAGE 451'],
  ])('reports the reason without addresses: %s', (_case, response, reason) => {
    expect(reasonOf(failed(response), 'Ann.Lee@acme.test')).toBe(reason);
  });
});
