import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type ApiResponse } from './api-client.js';

type Answer = Pick<ApiResponse, 'status' | 'body'>;

/** A caller who sends half of a body, and the rest when told. */
export class SlowUpload {
  private readonly request: ClientRequest;
  private readonly answered: Promise<Answer>;

  /** Puts `body` at the address. */
  constructor(
    address: string,
    { apiKey, type = 'application/pdf' }: { apiKey: string; type?: string },
    private readonly body: Buffer,
  ) {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': type,
      'content-length': body.length,
    };
    this.request = request(address, { method: 'PUT', headers });
    this.answered = this.answer();
    // An early refusal is reported when the rest is sent.
    this.answered.catch(() => undefined);
    this.request.write(body.subarray(0, body.length >> 1));
  }

  /** Sends the rest. @returns the answer @throws Error if there is none */
  finish(): Promise<Answer> {
    this.request.end(this.body.subarray(this.body.length >> 1));
    return this.answered;
  }

  private async answer(): Promise<Answer> {
    const [response] = (await once(this.request, 'response')) as [IncomingMessage];
    // A caller who is refused early may still be sending when the connection is closed.
    this.request.on('error', () => undefined);
    const text = (await buffer(response)).toString();
    const isJson = response.headers['content-type']?.startsWith('application/json');
    return { status: response.statusCode!, body: isJson ? JSON.parse(text) : text };
  }
}
