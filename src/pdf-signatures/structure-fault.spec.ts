import { type Listings } from '../../test/support/crafted-pdf.js';
import { later, onePage, PAGE, type PageSample, TRAILER } from '../../test/support/page-revisions.js';
import { readRevisions, structureFault } from './revisions.js';
import { faultWords } from './structure-fault.js';

describe('structural faults', () => {
  /** An update of the page's content. */
  const update = (write: (sample: PageSample) => void) => {
    const sample = onePage();
    write(sample);
    return sample.file.bytes;
  };

  it.each<[string, () => Buffer]>([
    ['bytes_before_header', () => Buffer.concat([Buffer.from('\n'), onePage().file.bytes])],
    [
      'bytes_between_objects',
      () =>
        update(({ file }) => {
          file.object(4, '(9000)');
          file.add('x');
        }),
    ],
    ['bytes_after_end', () => Buffer.concat([onePage().file.bytes, Buffer.from('x')])],
    ['bytes_after_end', () => Buffer.concat([onePage().file.bytes, Buffer.from('% 4 0 obj\n')])],
    ['section_unfinished', () => update(({ file }) => file.stream(4, '(9000)'))],
    ['section_unfinished', () => onePage().file.bytes.subarray(0, -6)],
    [
      'object_not_listed',
      () =>
        update(({ file, startxref }) => {
          file.stream(4, '(9000)');
          file.end(file.table({ 5: file.object(5, 'null') }, later(startxref)));
        }),
    ],
    [
      'object_listed_twice',
      () =>
        update(({ file, startxref, listings }) => {
          const changed = file.stream(4, '(9000)');
          const twice: [number, Listings[number]][] = [
            [4, changed],
            [4, listings[4]!],
          ];
          file.end(file.table(twice, later(startxref)));
        }),
    ],
    [
      'entry_of_earlier_object',
      () =>
        update(({ file, startxref, listings }) => {
          const second = file.table({ 4: file.stream(4, '(9000)') }, later(startxref));
          file.end(second);
          file.end(file.table({ 4: listings[4]! }, later(second)));
        }),
    ],
    [
      'offset_of_other_object',
      () =>
        update(({ file, startxref }) =>
          file.end(file.table({ 4: file.stream(5, '(9000)') }, later(startxref))),
        ),
    ],
    [
      'offset_of_nothing',
      () => update(({ file, startxref }) => file.end(file.table({ 4: { offset: 20 } }, later(startxref)))),
    ],
    [
      'entry_of_other_generation',
      () =>
        update(({ file, startxref }) => {
          const { offset } = file.object(4, 'null', 1);
          file.end(file.table({ 4: { offset } }, later(startxref)));
        }),
    ],
    [
      'generation_changed',
      () =>
        update(({ file, startxref }) =>
          file.end(file.table({ 4: file.object(4, 'null', 1) }, later(startxref))),
        ),
    ],
    [
      'hybrid_disagrees',
      () =>
        update(({ file, startxref, listings }) => {
          const changed = file.stream(4, '(9000)');
          const half = file.references(5, { 4: listings[4]! }, TRAILER);
          const all = { 4: changed, 5: { offset: half } };
          file.end(file.table(all, later(startxref, `/XRefStm ${half}`)));
        }),
    ],
    [
      'chain_incomplete',
      () => update(({ file }) => file.end(file.table({ 4: file.stream(4, '(9000)') }, TRAILER))),
    ],
    [
      'chain_incomplete',
      () =>
        update(({ file, startxref }) => {
          file.table({ 4: file.stream(4, '(9000)') }, later(startxref));
          file.end(startxref);
        }),
    ],
    [
      'number_beyond_size',
      () =>
        update(({ file, startxref }) =>
          file.end(file.table({ 4: file.stream(4, '(9000)') }, `/Size 4 /Root 1 0 R /Prev ${startxref}`)),
        ),
    ],
    [
      'stream_length_wrong',
      () =>
        update(({ file, startxref }) => {
          const changed = file.object(4, '<< /Length 3 >>\nstream\n(9000)\nendstream');
          file.end(file.table({ 4: changed }, later(startxref)));
        }),
    ],
    [
      'key_listed_twice',
      () =>
        update(({ file, startxref }) => {
          const changed = file.object(3, PAGE.replace('/Contents', '/Contents 5 0 R /#43ontents'));
          file.end(file.table({ 3: changed, 5: file.stream(5, '(9000)') }, later(startxref)));
        }),
    ],
    [
      'trailer_without_root',
      () =>
        update(({ file, startxref }) =>
          file.end(file.table({ 4: file.stream(4, '(9000)') }, `/Size 9 /Prev ${startxref}`)),
        ),
    ],
    [
      'encrypted_later',
      () => update(({ file, startxref }) => file.end(file.table([], later(startxref, '/Encrypt 4 0 R')))),
    ],
    [
      'object_in_stream_wrong',
      () =>
        update(({ file, startxref }) => {
          const holder = file.objectStream(6, [[4, '(9000)']]);
          const listings: Listings = { 6: holder, 3: { stream: 6, index: 0 } };
          file.end(file.references(7, listings, later(startxref)));
        }),
    ],
    [
      'object_stream_replaced',
      () =>
        update(({ file, startxref }) => {
          const holder = file.objectStream(6, [[5, '(100)']]);
          const second = file.references(7, { 6: holder, 5: { stream: 6, index: 0 } }, later(startxref));
          file.end(second);
          file.end(file.table({ 6: file.objectStream(6, [[5, '(9000)']]) }, later(second)));
        }),
    ],
    [
      'marks_in_data',
      () =>
        update(({ file, startxref }) =>
          file.end(file.table({ 5: file.object(5, '(\n4 0 obj\n(9000)\nendobj)') }, later(startxref))),
        ),
    ],
    ['bytes_after_end', () => Buffer.concat([onePage().file.bytes, Buffer.alloc(2000, ' ')])],
    [
      'object_unreadable',
      () =>
        update(({ file, startxref }) =>
          file.end(file.table({ 4: file.object(4, '<< /A (9000 >>') }, later(startxref))),
        ),
    ],
    [
      'cross_reference_unreadable',
      () => {
        const { file, startxref } = onePage();
        file.add('xref\n4 2\n0000000015 00000 n \ntrailer\n<< >>\n');
        return file.end(startxref).bytes;
      },
    ],
  ])('names the fault: %s', (name, make) => {
    expect(namesOf(make())).toContain(name);
  });

  it('describes a fault in words, with the number of the object', () => {
    expect(faultWords({ name: 'object_listed_twice', at: 9, object: 4 })).toBe('lists object 4 twice');
    expect(faultWords({ name: 'bytes_after_end', at: 9 })).toBe('has bytes after its end');
  });

  it('finds a fault in endless nesting, numbers or names', () => {
    for (const body of ['['.repeat(1e6), `<< /A ${'<<'.repeat(1e6)}`, '('.repeat(1e6), '9'.repeat(1e6)])
      expect(structureFault(Buffer.from(`%PDF-1.7\n1 0 obj\n${body}\nendobj\n`))).not.toBeNull();
  });
});

/** The names of all faults found. */
function namesOf(bytes: Buffer): string[] {
  const fault = structureFault(bytes);
  try {
    return readRevisions(bytes).faults.map(({ name }) => name);
  } catch {
    return fault ? [fault.name] : [];
  }
}
