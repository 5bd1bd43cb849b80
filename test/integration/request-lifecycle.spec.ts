import { type EntityManager } from 'typeorm';
import { IllegalMoveError } from '../../src/common/transitions.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { RequestLifecycle } from '../../src/signatures/request-lifecycle.js';
import { Signature } from '../../src/signatures/signature.entity.js';
import { Signer } from '../../src/signatures/signers/signer.entity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { ANNA, JONAS, sendRequest, type SentRequest } from '../support/signing-requests.js';

const GIVEN = { mark: { kind: 'click' as const }, name: 'Anna', verifiedName: null, witnessName: null };

describe('the lifecycle of a request', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let lifecycle: RequestLifecycle;
  const heard: { type: string; id: unknown }[] = [];

  beforeAll(async () => {
    test = await startTestApp({ role: 'web' });
    acme = await test.createOrganization({ name: 'Acme' });
    lifecycle = test.app.get(RequestLifecycle, { strict: false });
    test.app.get(EventBus).listen(async (_tx, { type, data }) => void heard.push({ type, id: data.id }));
  });
  afterAll(() => test.close());

  const run: Transactions['run'] = (work) => test.app.get(Transactions).run(work);
  const requestOf = ({ id }: SentRequest) => test.dataSource.manager.findOneByOrFail(Signature, { id });
  const signersOf = ({ id }: SentRequest) =>
    test.dataSource.manager.find(Signer, { where: { signatureId: id }, order: { id: 'ASC' } });

  /** Everything that a move changes. */
  async function stateOf(request: SentRequest) {
    const trail = await test.dataSource.query<{ type: string }[]>(
      'select type from signature_audit_events where signature_id = $1 order by number',
      [request.id],
    );
    const jobs = await test.dataSource.query<object[]>('select id from jobs order by id');
    const links = await test.dataSource.query<object[]>(
      'select id, void_reason from signer_links where signature_id = $1 order by id',
      [request.id],
    );
    const events = heard.filter(({ id }) => id === request.id);
    return {
      request: await requestOf(request),
      signers: await signersOf(request),
      trail,
      jobs,
      links,
      events,
    };
  }

  /** Expects the move to fail and to change nothing, even though the transaction commits. */
  async function refuses(request: SentRequest, move: (tx: EntityManager) => Promise<unknown>) {
    const before = await stateOf(request);
    await run((tx) => expect(move(tx)).rejects.toThrow(IllegalMoveError));
    expect(await stateOf(request)).toEqual(before);
  }

  inDepth.each(['partially_signed', 'completed', 'rejected', 'expired'] as const)(
    'changes nothing if the request to be %s has moved meanwhile',
    async (to) => {
      const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
      const stale = await requestOf(request);
      await run((tx) => lifecycle.move(tx, stale, to === 'expired' ? 'rejected' : 'expired'));
      await refuses(request, (tx) => lifecycle.move(tx, stale, to));
    },
  );

  it('moves no request that was cancelled, and cancels none twice', async () => {
    const request = await sendRequest(test, acme, 'fast', [ANNA]);
    const stale = await requestOf(request);
    await run((tx) => lifecycle.cancel(tx, stale, {}));
    await refuses(request, (tx) => lifecycle.move(tx, stale, 'expired'));
    await refuses(request, (tx) => lifecycle.cancel(tx, stale, {}));
  });

  it('changes nothing if the signer has signed or rejected meanwhile', async () => {
    const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
    const [anna] = await signersOf(request);
    await request.visitors[0]!.sign();
    const open = await requestOf(request);
    await refuses(request, (tx) => lifecycle.sign(tx, open, anna!, GIVEN, {}));
    await refuses(request, (tx) => lifecycle.reject(tx, open, anna!, 'No', {}));
  });

  it('refuses a move that is not in the table', async () => {
    const request = await sendRequest(test, acme, 'fast', [ANNA]);
    const sent = await requestOf(request);
    await refuses(request, (tx) => lifecycle.move(tx, sent, 'scheduled'));
  });
});
