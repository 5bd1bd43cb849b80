/** Scrolls the tabs, which do not all fit on a phone, to the current one. */
export function showCurrentTab(): void {
  const current = document.querySelector('.tabs [aria-current]');
  if (!current) return;
  const tabs = current.parentElement!;
  const [tab, all] = [current.getBoundingClientRect(), tabs.getBoundingClientRect()];
  tabs.scrollLeft += tab.left + tab.width / 2 - (all.left + all.width / 2);
}
