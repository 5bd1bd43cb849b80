import { type AddressInfo, connect } from 'node:net';
import { finished } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { registerBodyParsers } from './body-parsing.js';
import { chosenFile, digestUpload, inMemory, postedForm, uploadedFile, uploadedForm } from './multipart.js';

const LIMIT = 1_000;
const FORM = [
  ['--b', 'content-disposition: form-data; name="text"', '', 'one'],
  ['--b', 'content-disposition: form-data; name="file"; filename="a"', '', 'two', '--b--', ''],
]
  .map((lines) => lines.join('\r\n'))
  .join('\r\n');
const BODIES = { 'multipart/form-data; boundary=b': FORM, 'application/pdf': '%PDF-1.7 and more' };

const READERS: Record<string, (request: FastifyRequest) => Promise<unknown>> = {
  uploadedFile: (request) => uploadedFile(request, LIMIT, inMemory()),
  chosenFile: (request) => chosenFile(request, LIMIT, inMemory()),
  uploadedForm: (request) => uploadedForm(request, LIMIT, inMemory()),
  postedForm: (request) => postedForm(request, { fileBytes: LIMIT, fieldBytes: LIMIT }),
  digestUpload: (request) => digestUpload(request, { write: () => undefined, end: () => undefined }),
};

describe('a body whose client has gone', () => {
  let server: FastifyInstance;
  let handle: (request: FastifyRequest) => Promise<unknown>;

  beforeEach(async () => {
    server = fastify();
    registerBodyParsers(server);
    await server.register(multipart);
    server.post('/', { config: { acceptsFile: true } }, (request) => handle(request));
    await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => server.close());

  /** Sends these bytes of a body and leaves once the handler has been entered. */
  async function sendAndLeave(type: string, sent: string, length: number): Promise<FastifyRequest> {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    const entered = new Promise<FastifyRequest>((resolve) => {
      handle = (request) => {
        resolve(request);
        return new Promise(() => {});
      };
    });
    const head = `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
    socket.write(head + sent);
    const request = await entered;
    socket.resetAndDestroy();
    return request;
  }

  const cases = Object.entries(BODIES).flatMap(([type, body]) =>
    Object.keys(READERS)
      .filter((reader) => reader !== 'postedForm' || body === FORM)
      .map((reader) => ({ reader, type, body })),
  );
  const whenPartly = cases.flatMap((each) => [0, each.body.length - 12].map((sent) => ({ ...each, sent })));
  const whenWhole = cases.map((each) => ({ ...each, sent: each.body.length }));

  it.each([...whenPartly, ...whenWhole])(
    'ends $reader of $type after $sent bytes if the client left before',
    async ({ reader, type, body, sent }) => {
      const request = await sendAndLeave(type, body.slice(0, sent), body.length);
      await finished(request.raw).catch(() => undefined);
      await expect(READERS[reader]!(request)).rejects.toMatchObject({ code: 'client_gone' });
    },
  );

  it.each(whenPartly)(
    'ends $reader of $type after $sent bytes if the client leaves meanwhile',
    async ({ reader, type, body, sent }) => {
      const request = await sendAndLeave(type, body.slice(0, sent), body.length);
      await expect(READERS[reader]!(request)).rejects.toMatchObject({ code: 'client_gone' });
    },
  );
});
