import { followPointer } from '../field-editor/follow-pointer.js';
import type { Rows } from './rows.js';

/** Moves rows by their grips. @param moved - called once a row has another place */
export function dragRows(root: HTMLElement, rows: Rows, moved: (row: HTMLElement) => void): void {
  root.addEventListener('pointerdown', (event) => {
    const grip = (event.target as Element).closest('[data-signer-grip]');
    const row = rows.of(grip);
    if (!row || event.button !== 0) return;
    event.preventDefault();
    const before = rows.numberOf(row);
    followPointer(event, root, {
      moved: ({ clientY }) => {
        row.classList.add('dragged');
        const others = rows.all.filter((each) => each !== row);
        const above = others.filter((each) => middleOf(each) < clientY);
        rows.moveTo(row, above.length);
      },
      ended: () => {
        row.classList.remove('dragged');
        if (rows.numberOf(row) !== before) moved(row);
      },
    });
  });
}

function middleOf(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}
