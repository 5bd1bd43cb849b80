/** Copies the text of the element named by `data-copy`, and confirms it next to the button. */
async function copy(button: HTMLElement): Promise<void> {
  const source = document.getElementById(button.dataset.copy!)!;
  await navigator.clipboard.writeText(source.textContent);
  const said = button.parentElement!.querySelector<HTMLElement>('[data-copied]');
  if (said) said.hidden = false;
}

/** Uses delegation, since live regions change. */
export function offerCopies(): void {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-copy]');
    if (button) void copy(button);
  });
}
