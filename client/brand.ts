/** Keeps the preview of a brand in step with its form, and offers a colour picker. */

/** Milliseconds without a change before the preview updates. */
const PAUSE = 500;

const form = document.querySelector<HTMLFormElement>('[data-brand]');
const previews = [...document.querySelectorAll<HTMLButtonElement>('[data-preview]')];
let shown = previews[0];
let timer: ReturnType<typeof setTimeout> | undefined;

function followSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => shown && form?.requestSubmit(shown), PAUSE);
}

for (const preview of previews)
  preview.addEventListener('click', () => {
    clearTimeout(timer);
    shown = preview;
  });
form?.addEventListener('input', followSoon);
// A saved form needs no preview, which would arrive while leaving the page.
form?.addEventListener('submit', () => clearTimeout(timer));

const picker = document.querySelector<HTMLInputElement>('[data-picker]');
const color = picker && document.querySelector<HTMLInputElement>(`#${picker.dataset.picker}`);
if (picker && color) {
  const show = () => {
    if (/^#[0-9a-f]{6}$/i.test(color.value)) picker.value = color.value.toLowerCase();
  };
  show();
  color.addEventListener('input', show);
  picker.addEventListener('input', () => (color.value = picker.value));
}
