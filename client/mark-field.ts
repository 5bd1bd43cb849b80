/** The signature: drawn on a pad, here or on a phone, typed and shown in a handwriting font, or uploaded. */
import { handFaceFor } from '../src/pdf/hand-faces.js';
import { Pad } from './pad.js';
import { PhoneCode } from './phone-code.js';
import { sendPictures } from './signature-picture.js';

/** A phone held sideways, as in the stylesheets: there is room for little more than the pad. */
const SIDEWAYS = '(max-height: 480px)';

/** @returns a function that shows the chosen way; also call it when the field appears */
export function openMarkField(root: HTMLElement): () => void {
  showHand(root);
  sendPictures(root);
  const ways = [...root.querySelectorAll<HTMLInputElement>('[data-way]')];
  for (const way of ways) way.disabled = false;
  if (!ways.some(({ checked }) => checked)) ways[0]!.checked = true;
  const pad = root.querySelector('[data-pad]') && new Pad(root);
  const code = root.querySelector<HTMLElement>('[data-phone]');
  const phone = pad && code && new PhoneCode(code, (strokes) => pad.put(strokes));
  const choose = () => {
    const chosen = ways.find(({ checked }) => checked)?.value;
    for (const field of root.querySelectorAll<HTMLElement>('[data-way-field]'))
      field.hidden = field.dataset.wayField !== chosen;
    if (chosen !== 'drawn') return;
    pad?.appear();
    phone?.appear();
  };
  const field = '[data-way-field]:not([hidden])';
  for (const way of ways)
    way.addEventListener('change', () => {
      choose();
      showWhole(root, field);
    });
  addEventListener('pageshow', choose);
  choose();
  showWholeSideways(root, field);
  return choose;
}

/** Scrolls a part into view, so the button at the foot of the screen does not cover it. */
const showWhole = (root: ParentNode, part: string) =>
  root.querySelector(part)?.scrollIntoView({ block: 'nearest' });

/** The same on a phone held sideways: now, and whenever it is turned. */
export function showWholeSideways(root: ParentNode, part: string): void {
  const sideways = matchMedia(SIDEWAYS);
  sideways.addEventListener('change', ({ matches }) => matches && showWhole(root, part));
  // Errors are above it, and are read first.
  if (sideways.matches && !document.querySelector('[data-errors]')) showWhole(root, part);
}

function showHand(root: HTMLElement): void {
  const typed = root.querySelector<HTMLInputElement>('#typed');
  const hand = root.querySelector<HTMLElement>('[data-hand]');
  if (!typed || !hand) return;
  const status = root.querySelector<HTMLElement>('[data-unwritable]')!;
  const write = () => {
    const face = handFaceFor(typed.value.trim());
    hand.textContent = face === null ? '' : typed.value;
    hand.dataset.face = face ?? '';
    status.textContent = face === null ? status.dataset.unwritable! : '';
  };
  typed.addEventListener('input', write);
  addEventListener('pageshow', write);
  write();
}
