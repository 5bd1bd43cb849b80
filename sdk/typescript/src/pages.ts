import { type AnswerOf, type QueryOf } from './operations.js';
import { type CallOptions } from './options.js';
import { type Transport } from './transport.js';

/** The operations that answer with a page of a list. */
interface ListPages {
  signaturesList: AnswerOf<'signaturesList'>;
  templatesList: AnswerOf<'templatesList'>;
  bulkSendsList: AnswerOf<'bulkSendsList'>;
  identityVerificationsList: AnswerOf<'identityVerificationsList'>;
  webhookNotificationsList: AnswerOf<'webhookNotificationsList'>;
}

type ItemOf<Page> = Page extends { items: (infer Item)[] } ? Item : never;

/** The page behind one, as its `Link` header says. */
const NEXT = /<([^>]*)>; rel="next"/;

/**
 * A list, page by page as it is read: `for await` over it for the items, over `pages()` for whole pages with their totals.
 * Items that appear while it is read may move others to the next page, so that they come twice.
 */
export class Pages<Page extends { items: unknown[] }> implements AsyncIterable<ItemOf<Page>> {
  constructor(
    private readonly read: (query?: URLSearchParams) => Promise<{ page: Page; link: string | null }>,
  ) {}

  /** The first page. */
  async first(): Promise<Page> {
    return (await this.read()).page;
  }

  async *pages(): AsyncGenerator<Page, void, void> {
    for (let query: URLSearchParams | undefined; ;) {
      const { page, link } = await this.read(query);
      yield page;
      const next = NEXT.exec(link ?? '')?.[1];
      if (next === undefined) return;
      // Only the query is taken from it, so that no answer sends the API key elsewhere.
      query = new URL(next, 'http://any.invalid').searchParams;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ItemOf<Page>, void, void> {
    for await (const page of this.pages()) yield* page.items as ItemOf<Page>[];
  }
}

/** The pages of one of the lists, from the one that the query asks for. */
export function pagesOf<Id extends keyof ListPages>(
  transport: Transport,
  id: Id,
  query: QueryOf<Id>,
  options?: CallOptions,
): Pages<ListPages[Id]> {
  return new Pages(async (next) => {
    const asked = next ? Object.fromEntries(next) : query;
    const { value, headers } = await transport.jsonWithHeaders(id, { query: asked, options });
    return { page: value as ListPages[Id], link: headers.get('link') };
  });
}
