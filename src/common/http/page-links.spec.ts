import { pageLinks } from './page-links.js';

const skipping = (before: number) => ({ skip: before });
/** Relations and their addresses. */
const read = (header: string | undefined) =>
  Object.fromEntries(
    (header ?? '').split(', ').map(
      (each) =>
        each
          .match(/^<(.*)>; rel="(\w+)"$/)
          ?.slice(1)
          .reverse() ?? [],
    ),
  ) as Record<string, string>;

describe('the Link header of a list', () => {
  it('links to the neighbouring pages and keeps the filters', () => {
    const url = 'https://sign.example.test/api/v1/signatures?status=created&skip=20&limit=10&subject=a%26b';
    expect(read(pageLinks(url, { total: 47, limit: 10, before: 20 }, skipping))).toEqual({
      next: 'https://sign.example.test/api/v1/signatures?status=created&skip=30&limit=10&subject=a%26b',
      prev: 'https://sign.example.test/api/v1/signatures?status=created&skip=10&limit=10&subject=a%26b',
      first: 'https://sign.example.test/api/v1/signatures?status=created&skip=0&limit=10&subject=a%26b',
      last: 'https://sign.example.test/api/v1/signatures?status=created&skip=40&limit=10&subject=a%26b',
    });
  });

  it('links to no next page on the last and no previous page on the first', () => {
    const of = (before: number) =>
      Object.keys(read(pageLinks('/a', { total: 30, limit: 10, before }, skipping)));
    expect(of(0)).toEqual(['next', 'first', 'last']);
    expect(of(20)).toEqual(['prev', 'first', 'last']);
  });

  it('omits the header where there is only one page', () => {
    for (const total of [0, 1, 10])
      expect(pageLinks('/a', { total, limit: 10, before: 0 }, skipping)).toBeUndefined();
  });

  it('links back from beyond the end', () => {
    const { prev } = read(pageLinks('/a', { total: 30, limit: 10, before: 500 }, skipping));
    expect(prev).toBe('/a?skip=20');
  });

  it('drops links that would make the header too long, next last of all', () => {
    const place = { total: 1_000, limit: 10, before: 20 };
    const header = (length: number) => pageLinks(`/a?recipients=${'x'.repeat(length)}`, place, skipping);
    expect(Object.keys(read(header(900)))).toEqual(['next', 'prev', 'first', 'last']);
    expect(Object.keys(read(header(1_500)))).toEqual(['next', 'prev']);
    expect(Object.keys(read(header(3_000)))).toEqual(['next']);
    expect(header(5_000)).toBeUndefined();
  });
});
