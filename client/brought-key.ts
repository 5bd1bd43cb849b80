const NAME = 'countersign-key';

/** Brings a key that is shown once along to the API reference, when a link marked `data-bring` leads there. */
export function offerToBringKey(): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-bring]'))
    link.addEventListener('click', () =>
      sessionStorage.setItem(NAME, document.getElementById(link.dataset.bring!)!.textContent),
    );
}

/** The key brought along, once; otherwise nothing. */
export function takeKey(): string {
  const key = sessionStorage.getItem(NAME) ?? '';
  sessionStorage.removeItem(NAME);
  return key;
}
