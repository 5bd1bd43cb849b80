import { type FastifyRequest } from 'fastify';

/** Whether the request is a browser's for a page, rather than a program's or one for the API. */
export function wantsPage({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean {
  return !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');
}
